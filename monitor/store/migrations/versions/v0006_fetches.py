"""Runs that read pages: their mode, which is part of what makes a run one, and what the pages came to."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

KEY = ["night", "question_set", "question_id", "api", "repeat", "agent"]


def upgrade() -> None:
    """Add the columns, with every run so far as one that only searched, and put the mode into the key."""
    with op.batch_alter_table("run") as run:
        run.add_column(sa.Column("mode", sa.String(), nullable=False, server_default="search"))
        run.add_column(sa.Column("max_fetches", sa.Integer(), nullable=False, server_default="0"))
        run.add_column(sa.Column("fetches", sa.Integer(), nullable=False, server_default="0"))
        run.add_column(sa.Column("fetch_usd", sa.Float(), nullable=False, server_default="0"))
        run.add_column(sa.Column("fetch_ms", sa.Float(), nullable=False, server_default="0"))
        run.drop_constraint(op.f("uq_run_night_question_set_question_id_api_repeat_agent"), type_="unique")
        run.create_unique_constraint(
            op.f("uq_run_night_question_set_question_id_api_repeat_agent_mode"), [*KEY, "mode"]
        )
