"""Alerts: timelines, waits, messages to send, maintenance windows."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what a message needs to the alerts, and make the tables about them."""
    op.add_column('alert', sa.Column('told_at', sa.BigInteger(), nullable=True))
    op.add_column('alert', sa.Column('told_severity', sa.String(), nullable=True))
    op.add_column('alert', sa.Column('over_told_at', sa.BigInteger(), nullable=True))
    op.add_column('alert', sa.Column('held', sa.String(), nullable=True))
    op.create_table('alert_event',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('alert_id', sa.Integer(), nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['alert_id'], ['alert.id'], name=op.f('fk_alert_event_alert_id_alert')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_alert_event'))
    )
    op.create_index(op.f('ix_alert_event_alert_id'), 'alert_event', ['alert_id'], unique=False)
    op.create_table('alert_watch',
    sa.Column('key', sa.String(), nullable=False),
    sa.Column('since_at', sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_alert_watch'))
    )
    op.create_table('outbox',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('made_at', sa.BigInteger(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('severity', sa.String(), nullable=False),
    sa.Column('title', sa.String(), nullable=False),
    sa.Column('body', sa.Text(), nullable=False),
    sa.Column('alert_ids', sa.JSON(), nullable=False),
    sa.Column('target', sa.String(), nullable=False),
    sa.Column('label', sa.String(), nullable=False),
    sa.Column('state', sa.String(), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('next_at', sa.BigInteger(), nullable=False),
    sa.Column('error', sa.String(), nullable=True),
    sa.Column('sent_at', sa.BigInteger(), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_outbox'))
    )
    op.create_index('ix_outbox_state_next_at', 'outbox', ['state', 'next_at'], unique=False)
    op.create_table('maintenance',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('start_at', sa.BigInteger(), nullable=False),
    sa.Column('end_at', sa.BigInteger(), nullable=False),
    sa.Column('api', sa.String(), nullable=True),
    sa.Column('rule', sa.String(), nullable=True),
    sa.Column('reason', sa.String(), nullable=False),
    sa.Column('source', sa.String(), nullable=False),
    sa.Column('made_at', sa.BigInteger(), nullable=False),
    sa.Column('ended_at', sa.BigInteger(), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_maintenance'))
    )
    op.create_index(op.f('ix_maintenance_end_at'), 'maintenance', ['end_at'], unique=False)
