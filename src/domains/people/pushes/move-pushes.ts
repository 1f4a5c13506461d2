/** 重试 and 确认已清除 of what was sent to devices. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { closeErased, supersedeOlder } from './push-delivery.ts';
import { pushFlow } from './push-states.ts';
import '../tables.ts';

export const pushMoves = moves(pushFlow, {
  table: 'device_push',
  name: (_, row) => `${row.personName} → ${row.deviceName}`,
  check: {
    cleared: (_, push) =>
      push.action === 'DELETE' ? undefined : refuse('NOT_NOW', { why: '只有删除任务可以人工确认' }),
  },
  write: {
    retry: (ctx) => ({
      retry: sql`retry + 1`,
      created_at: isoAt(ctx.clock.now()),
      sent_at: null,
      done_at: null,
      error_code: null,
      error_msg: null,
      proof: null,
    }),
    cleared: (ctx, { reason }) => ({
      done_at: isoAt(ctx.clock.now()),
      error_code: 'CONFIRMED',
      proof: 'CONFIRMED',
      error_msg: `${ctx.session.name}确认：${reason}`,
    }),
  },
  afterAll: async (ctx, pushes, event) => {
    if (event !== 'cleared') return;
    const ids = pushes.map(({ id }) => id);
    await supersedeOlder(sqlOf(ctx.db), ownOrganization(ctx), ids);
    const people = pushes.map((push) => push.target_id);
    await closeErased(sqlOf(ctx.db), ownOrganization(ctx), people, ctx.clock.now());
  },
});
