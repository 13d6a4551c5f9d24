"""Question runs: questions, runs, their calls, messages and verdicts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of question runs."""
    op.create_table('question',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('question_set', sa.String(), nullable=False),
    sa.Column('question_id', sa.String(), nullable=False),
    sa.Column('sha256', sa.String(), nullable=False),
    sa.Column('question', sa.String(), nullable=False),
    sa.Column('answer', sa.String(), nullable=False),
    sa.Column('tolerance', sa.String(), nullable=False),
    sa.Column('area', sa.String(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_question')),
    sa.UniqueConstraint('question_set', 'question_id', 'sha256', name=op.f('uq_question_question_set_question_id_sha256'))
    )
    op.create_table('run',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('night', sa.String(), nullable=False),
    sa.Column('question_set', sa.String(), nullable=False),
    sa.Column('question_id', sa.String(), nullable=False),
    sa.Column('question_row_id', sa.Integer(), nullable=False),
    sa.Column('api', sa.String(), nullable=False),
    sa.Column('repeat', sa.Integer(), nullable=False),
    sa.Column('agent', sa.String(), nullable=False),
    sa.Column('baseline', sa.Boolean(), nullable=False),
    sa.Column('prompt_version', sa.String(), nullable=False),
    sa.Column('effort', sa.String(), nullable=False),
    sa.Column('max_searches', sa.Integer(), nullable=False),
    sa.Column('api_hash', sa.String(), nullable=False),
    sa.Column('state', sa.String(), nullable=False),
    sa.Column('error_class', sa.String(), nullable=True),
    sa.Column('reason', sa.String(), nullable=True),
    sa.Column('finish', sa.String(), nullable=False),
    sa.Column('answer', sa.Text(), nullable=False),
    sa.Column('searches', sa.Integer(), nullable=False),
    sa.Column('denied', sa.Integer(), nullable=False),
    sa.Column('turns', sa.Integer(), nullable=False),
    sa.Column('input_tokens', sa.Integer(), nullable=False),
    sa.Column('output_tokens', sa.Integer(), nullable=False),
    sa.Column('cached_tokens', sa.Integer(), nullable=False),
    sa.Column('reasoning_tokens', sa.Integer(), nullable=False),
    sa.Column('model_usd', sa.Float(), nullable=False),
    sa.Column('search_usd', sa.Float(), nullable=False),
    sa.Column('latency_ms', sa.Float(), nullable=True),
    sa.Column('model_ms', sa.Float(), nullable=False),
    sa.Column('search_ms', sa.Float(), nullable=False),
    sa.Column('planned_at', sa.BigInteger(), nullable=False),
    sa.Column('claimed_at', sa.BigInteger(), nullable=True),
    sa.Column('claimed_by', sa.String(), nullable=True),
    sa.Column('ended_at', sa.BigInteger(), nullable=True),
    sa.ForeignKeyConstraint(['question_row_id'], ['question.id'], name=op.f('fk_run_question_row_id_question')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_run')),
    sa.UniqueConstraint('night', 'question_set', 'question_id', 'api', 'repeat', 'agent', name=op.f('uq_run_night_question_set_question_id_api_repeat_agent'))
    )
    op.create_index(op.f('ix_run_question_row_id'), 'run', ['question_row_id'], unique=False)
    op.create_index('ix_run_question_set_night', 'run', ['question_set', 'night'], unique=False)
    op.create_index('ix_run_state_night', 'run', ['state', 'night'], unique=False)
    op.create_table('run_call',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('run_id', sa.Integer(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('attempt', sa.Integer(), nullable=False),
    sa.Column('query', sa.Text(), nullable=False),
    sa.Column('state', sa.String(), nullable=False),
    sa.Column('error_class', sa.String(), nullable=True),
    sa.Column('reason', sa.String(), nullable=True),
    sa.Column('booked_at', sa.BigInteger(), nullable=False),
    sa.Column('sent_at', sa.BigInteger(), nullable=True),
    sa.Column('latency_ms', sa.Float(), nullable=True),
    sa.Column('status', sa.Integer(), nullable=True),
    sa.Column('hits', sa.Integer(), nullable=False),
    sa.Column('input_tokens', sa.Integer(), nullable=False),
    sa.Column('output_tokens', sa.Integer(), nullable=False),
    sa.Column('cost_usd', sa.Float(), nullable=False),
    sa.Column('request', sa.JSON(), nullable=False),
    sa.Column('body_id', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['body_id'], ['body.id'], name=op.f('fk_run_call_body_id_body')),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_run_call_run_id_run')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_run_call'))
    )
    op.create_index(op.f('ix_run_call_body_id'), 'run_call', ['body_id'], unique=False)
    op.create_index(op.f('ix_run_call_run_id'), 'run_call', ['run_id'], unique=False)
    op.create_table('run_messages',
    sa.Column('run_id', sa.Integer(), nullable=False),
    sa.Column('messages', sa.Integer(), nullable=False),
    sa.Column('size', sa.Integer(), nullable=False),
    sa.Column('zstd', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_run_messages_run_id_run')),
    sa.PrimaryKeyConstraint('run_id', name=op.f('pk_run_messages'))
    )
    op.create_table('run_verdict',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('run_id', sa.Integer(), nullable=False),
    sa.Column('grader', sa.String(), nullable=False),
    sa.Column('version', sa.String(), nullable=False),
    sa.Column('question_row_id', sa.Integer(), nullable=False),
    sa.Column('graded_at', sa.BigInteger(), nullable=False),
    sa.Column('verdict', sa.String(), nullable=False),
    sa.Column('reason', sa.Text(), nullable=False),
    sa.Column('parts', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['question_row_id'], ['question.id'], name=op.f('fk_run_verdict_question_row_id_question')),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], name=op.f('fk_run_verdict_run_id_run')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_run_verdict')),
    sa.UniqueConstraint('run_id', 'grader', 'version', 'question_row_id', name=op.f('uq_run_verdict_run_id_grader_version_question_row_id'))
    )
    op.create_index(op.f('ix_run_verdict_run_id'), 'run_verdict', ['run_id'], unique=False)
