"""History: kept lag figures, and people's annotations."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of kept figures and annotations."""
    op.create_table('lag_figure',
    sa.Column('reader', sa.String(), nullable=False),
    sa.Column('policy', sa.String(), nullable=False),
    sa.Column('span', sa.String(), nullable=False),
    sa.Column('api', sa.String(), nullable=False),
    sa.Column('asset', sa.String(), nullable=False),
    sa.Column('day', sa.String(), nullable=False),
    sa.Column('since_at', sa.BigInteger(), nullable=False),
    sa.Column('until_at', sa.BigInteger(), nullable=False),
    sa.Column('marked', sa.Integer(), nullable=False),
    sa.Column('done', sa.Integer(), nullable=False),
    sa.Column('version', sa.String(), nullable=False),
    sa.Column('made_at', sa.BigInteger(), nullable=True),
    sa.Column('probes', sa.Integer(), nullable=False),
    sa.Column('value', sa.JSON(), nullable=False),
    sa.PrimaryKeyConstraint('reader', 'policy', 'span', 'api', 'asset', 'day', name=op.f('pk_lag_figure'))
    )
    op.create_index('ix_lag_figure_reader_policy_span_day', 'lag_figure', ['reader', 'policy', 'span', 'day'], unique=False)
    op.create_table('annotation',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('start_at', sa.BigInteger(), nullable=False),
    sa.Column('end_at', sa.BigInteger(), nullable=False),
    sa.Column('api', sa.String(), nullable=True),
    sa.Column('asset', sa.String(), nullable=True),
    sa.Column('reason', sa.Text(), nullable=False),
    sa.Column('excludes', sa.Boolean(), nullable=False),
    sa.Column('made_at', sa.BigInteger(), nullable=False),
    sa.Column('removed_at', sa.BigInteger(), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_annotation'))
    )
    op.create_index(op.f('ix_annotation_start_at'), 'annotation', ['start_at'], unique=False)
