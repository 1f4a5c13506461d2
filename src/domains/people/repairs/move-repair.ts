/** 受理, 领取, 驳回, 取消 of requests. 制卡完成 has its own file: a card and money go with it. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { repairFlow } from './repair-states.ts';
import '../tables.ts';

const by = ({ session }: Ctx) => ({ operator_id: session.accountId, operator_name: session.name });
const closed = (ctx: Ctx, { reason }: ActionInput['values']) => ({
  ...by(ctx),
  closed_reason: (reason ?? null) as string | null,
});

export const repairMoves = moves(repairFlow, {
  table: 'card_repair_request',
  name: (_, row) => `${row.personName} ${row.oldCardNo}`,
  stamped: true,
  write: {
    accept: (ctx) => ({ ...by(ctx), accepted_at: isoAt(ctx.clock.now()) }),
    deliver: (ctx, { receiver }) => ({
      ...by(ctx),
      delivered_at: isoAt(ctx.clock.now()),
      receiver: (receiver ?? null) as string | null,
    }),
    reject: closed,
    cancel: closed,
  },
});
