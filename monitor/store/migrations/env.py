"""Alembic's entry: runs inside the connection and transaction that `monitor.store.migrate` opened."""

from alembic import context

from monitor.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=False)
context.run_migrations()
