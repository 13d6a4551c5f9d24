"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    op.create_table('alert',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('key', sa.String(), nullable=False),
    sa.Column('severity', sa.String(), nullable=False),
    sa.Column('message', sa.String(), nullable=False),
    sa.Column('detail', sa.JSON(), nullable=False),
    sa.Column('raised_at', sa.BigInteger(), nullable=False),
    sa.Column('last_at', sa.BigInteger(), nullable=False),
    sa.Column('count', sa.Integer(), nullable=False),
    sa.Column('cleared_at', sa.BigInteger(), nullable=True),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_alert'))
    )
    op.create_index('ix_alert_key_cleared_at', 'alert', ['key', 'cleared_at'], unique=False)
    op.create_table('body',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('sha256', sa.String(), nullable=False),
    sa.Column('size', sa.Integer(), nullable=False),
    sa.Column('zstd', sa.LargeBinary(), nullable=False),
    sa.Column('truncated', sa.Boolean(), nullable=False),
    sa.Column('redacted', sa.Boolean(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_body'))
    )
    op.create_table('config_version',
    sa.Column('hash', sa.String(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('first_at', sa.BigInteger(), nullable=False),
    sa.Column('value', sa.JSON(), nullable=False),
    sa.PrimaryKeyConstraint('hash', name=op.f('pk_config_version'))
    )
    op.create_table('event',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('message', sa.String(), nullable=False),
    sa.Column('detail', sa.JSON(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_event'))
    )
    op.create_index(op.f('ix_event_at'), 'event', ['at'], unique=False)
    op.create_index(op.f('ix_event_kind'), 'event', ['kind'], unique=False)
    op.create_table('instant',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.Column('schedule', sa.String(), nullable=False),
    sa.Column('schedule_hash', sa.String(), nullable=False),
    sa.Column('seed', sa.Integer(), nullable=True),
    sa.Column('market_open', sa.Boolean(), nullable=False),
    sa.Column('is_close', sa.Boolean(), nullable=False),
    sa.Column('planned_at', sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_instant')),
    sa.UniqueConstraint('schedule', 'at', 'schedule_hash', name=op.f('uq_instant_schedule_at_schedule_hash'))
    )
    op.create_index(op.f('ix_instant_at'), 'instant', ['at'], unique=False)
    op.create_table('lease',
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('holder', sa.String(), nullable=False),
    sa.Column('pid', sa.Integer(), nullable=False),
    sa.Column('host', sa.String(), nullable=False),
    sa.Column('taken_at', sa.BigInteger(), nullable=False),
    sa.Column('beat_at', sa.BigInteger(), nullable=False),
    sa.Column('expires_at', sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_lease'))
    )
    op.create_table('note',
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.Column('value', sa.JSON(), nullable=False),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_note'))
    )
    op.create_table('pull',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('item_id', sa.String(), nullable=False),
    sa.Column('source', sa.String(), nullable=False),
    sa.Column('symbol', sa.String(), nullable=False),
    sa.Column('currency', sa.String(), nullable=False),
    sa.Column('role', sa.String(), nullable=False),
    sa.Column('interval_s', sa.Integer(), nullable=False),
    sa.Column('start_at', sa.BigInteger(), nullable=False),
    sa.Column('end_at', sa.BigInteger(), nullable=False),
    sa.Column('pulled_at', sa.BigInteger(), nullable=False),
    sa.Column('outcome', sa.String(), nullable=False),
    sa.Column('error', sa.Text(), nullable=True),
    sa.Column('library', sa.String(), nullable=False),
    sa.Column('sha256', sa.String(), nullable=True),
    sa.Column('zstd', sa.LargeBinary(), nullable=True),
    sa.Column('bars', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pull'))
    )
    op.create_index('ix_pull_item_id_source', 'pull', ['item_id', 'source'], unique=False)
    op.create_index('ix_pull_source_pulled_at', 'pull', ['source', 'pulled_at'], unique=False)
    op.create_table('spend',
    sa.Column('day', sa.String(), nullable=False),
    sa.Column('api', sa.String(), nullable=False),
    sa.Column('calls', sa.Integer(), nullable=False),
    sa.Column('usd', sa.Float(), nullable=False),
    sa.PrimaryKeyConstraint('day', 'api', name=op.f('pk_spend'))
    )
    op.create_table('summary',
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('made_at', sa.BigInteger(), nullable=False),
    sa.Column('value', sa.JSON(), nullable=False),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_summary'))
    )
    op.create_table('bar',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('pull_id', sa.Integer(), nullable=False),
    sa.Column('item_id', sa.String(), nullable=False),
    sa.Column('source', sa.String(), nullable=False),
    sa.Column('symbol', sa.String(), nullable=False),
    sa.Column('interval_s', sa.Integer(), nullable=False),
    sa.Column('start_at', sa.BigInteger(), nullable=False),
    sa.Column('open', sa.Float(), nullable=False),
    sa.Column('high', sa.Float(), nullable=False),
    sa.Column('low', sa.Float(), nullable=False),
    sa.Column('close', sa.Float(), nullable=False),
    sa.Column('volume', sa.Float(), nullable=True),
    sa.Column('count', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['pull_id'], ['pull.id'], name=op.f('fk_bar_pull_id_pull')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_bar')),
    sa.UniqueConstraint('source', 'symbol', 'interval_s', 'start_at', 'pull_id', name=op.f('uq_bar_source_symbol_interval_s_start_at_pull_id'))
    )
    op.create_index('ix_bar_item_id_interval_s_start_at', 'bar', ['item_id', 'interval_s', 'start_at'], unique=False)
    op.create_index(op.f('ix_bar_pull_id'), 'bar', ['pull_id'], unique=False)
    op.create_table('probe',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('instant_id', sa.Integer(), nullable=False),
    sa.Column('instant_at', sa.BigInteger(), nullable=False),
    sa.Column('offset_s', sa.Float(), nullable=False),
    sa.Column('item_id', sa.String(), nullable=False),
    sa.Column('asset', sa.String(), nullable=False),
    sa.Column('ticker', sa.String(), nullable=False),
    sa.Column('api', sa.String(), nullable=False),
    sa.Column('vantage', sa.String(), nullable=False),
    sa.Column('attempt', sa.Integer(), nullable=False),
    sa.Column('is_close', sa.Boolean(), nullable=False),
    sa.Column('query', sa.String(), nullable=False),
    sa.Column('wording', sa.String(), nullable=False),
    sa.Column('api_hash', sa.String(), nullable=False),
    sa.Column('due_at', sa.BigInteger(), nullable=False),
    sa.Column('slot_at', sa.BigInteger(), nullable=False),
    sa.Column('state', sa.String(), nullable=False),
    sa.Column('reason', sa.String(), nullable=True),
    sa.Column('error_class', sa.String(), nullable=True),
    sa.Column('claimed_at', sa.BigInteger(), nullable=True),
    sa.Column('claimed_by', sa.String(), nullable=True),
    sa.Column('sent_at', sa.BigInteger(), nullable=True),
    sa.Column('received_at', sa.BigInteger(), nullable=True),
    sa.Column('lateness_ms', sa.Float(), nullable=True),
    sa.Column('connect_ms', sa.Float(), nullable=True),
    sa.Column('first_byte_ms', sa.Float(), nullable=True),
    sa.Column('latency_ms', sa.Float(), nullable=True),
    sa.Column('loop_delay_ms', sa.Float(), nullable=True),
    sa.Column('spoiled', sa.Boolean(), nullable=False),
    sa.Column('clock_error_ms', sa.Float(), nullable=True),
    sa.Column('cost_usd', sa.Float(), nullable=False),
    sa.ForeignKeyConstraint(['instant_id'], ['instant.id'], name=op.f('fk_probe_instant_id_instant')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_probe'))
    )
    op.create_index('ix_probe_api_asset_instant_at', 'probe', ['api', 'asset', 'instant_at'], unique=False)
    op.create_index(op.f('ix_probe_instant_at'), 'probe', ['instant_at'], unique=False)
    op.create_index(op.f('ix_probe_instant_id'), 'probe', ['instant_id'], unique=False)
    op.create_index('ix_probe_state_due_at', 'probe', ['state', 'due_at'], unique=False)
    op.create_index('uq_probe_asked_once', 'probe', ['instant_at', 'offset_s', 'item_id', 'api', 'vantage', 'attempt'], unique=True, sqlite_where=sa.text("state != 'cancelled'"), postgresql_where=sa.text("state != 'cancelled'"))
    op.create_table('reading',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('probe_id', sa.Integer(), nullable=False),
    sa.Column('reader', sa.String(), nullable=False),
    sa.Column('version', sa.String(), nullable=False),
    sa.Column('read_at', sa.BigInteger(), nullable=False),
    sa.Column('price', sa.Float(), nullable=True),
    sa.Column('currency', sa.String(), nullable=True),
    sa.Column('stated_time', sa.String(), nullable=True),
    sa.Column('unit', sa.Float(), nullable=True),
    sa.Column('url', sa.String(), nullable=True),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('derived', sa.Boolean(), nullable=False),
    sa.Column('note', sa.String(), nullable=False),
    sa.Column('newest_price', sa.Float(), nullable=True),
    sa.Column('newest_currency', sa.String(), nullable=True),
    sa.Column('newest_stated_time', sa.String(), nullable=True),
    sa.Column('newest_unit', sa.Float(), nullable=True),
    sa.Column('newest_url', sa.String(), nullable=True),
    sa.Column('newest_kind', sa.String(), nullable=False),
    sa.Column('newest_derived', sa.Boolean(), nullable=False),
    sa.Column('newest_note', sa.String(), nullable=False),
    sa.Column('numbers', sa.LargeBinary(), nullable=False),
    sa.Column('detail', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['probe_id'], ['probe.id'], name=op.f('fk_reading_probe_id_probe')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_reading')),
    sa.UniqueConstraint('probe_id', 'reader', 'version', name=op.f('uq_reading_probe_id_reader_version'))
    )
    op.create_index(op.f('ix_reading_probe_id'), 'reading', ['probe_id'], unique=False)
    op.create_table('response',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('probe_id', sa.Integer(), nullable=False),
    sa.Column('body_id', sa.Integer(), nullable=True),
    sa.Column('status', sa.Integer(), nullable=True),
    sa.Column('headers', sa.JSON(), nullable=False),
    sa.Column('request', sa.JSON(), nullable=False),
    sa.Column('hits', sa.Integer(), nullable=False),
    sa.Column('error', sa.Text(), nullable=True),
    sa.Column('received_at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['body_id'], ['body.id'], name=op.f('fk_response_body_id_body')),
    sa.ForeignKeyConstraint(['probe_id'], ['probe.id'], name=op.f('fk_response_probe_id_probe')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_response')),
    sa.UniqueConstraint('probe_id', name=op.f('uq_response_probe_id'))
    )
    op.create_index(op.f('ix_response_body_id'), 'response', ['body_id'], unique=False)
    op.create_table('grade',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('probe_id', sa.Integer(), nullable=False),
    sa.Column('reading_id', sa.Integer(), nullable=True),
    sa.Column('policy', sa.String(), nullable=False),
    sa.Column('policy_version', sa.String(), nullable=False),
    sa.Column('graded_at', sa.BigInteger(), nullable=False),
    sa.Column('class', sa.Text(), nullable=False),
    sa.Column('correct', sa.Boolean(), nullable=False),
    sa.Column('target_low', sa.Float(), nullable=True),
    sa.Column('target_high', sa.Float(), nullable=True),
    sa.Column('band', sa.Float(), nullable=True),
    sa.Column('coarse', sa.Boolean(), nullable=False),
    sa.Column('closed', sa.Boolean(), nullable=False),
    sa.Column('power', sa.Float(), nullable=True),
    sa.Column('rivals', sa.String(), nullable=False),
    sa.Column('contained', sa.Boolean(), nullable=True),
    sa.Column('lag_low_s', sa.Float(), nullable=True),
    sa.Column('lag_high_s', sa.Float(), nullable=True),
    sa.Column('lookback_s', sa.Float(), nullable=True),
    sa.Column('sources', sa.String(), nullable=False),
    sa.Column('why', sa.String(), nullable=False),
    sa.ForeignKeyConstraint(['probe_id'], ['probe.id'], name=op.f('fk_grade_probe_id_probe')),
    sa.ForeignKeyConstraint(['reading_id'], ['reading.id'], name=op.f('fk_grade_reading_id_reading')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_grade'))
    )
    op.create_index('ix_grade_probe_id_policy', 'grade', ['probe_id', 'policy'], unique=False)
    op.create_index(op.f('ix_grade_reading_id'), 'grade', ['reading_id'], unique=False)
