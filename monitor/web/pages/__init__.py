"""A request enters; a page of HTML leaves. Each module holds the pages of one kind and adds them to the application."""

__all__: list[str] = []
