/** How a transfer leaves and comes, by whatever page it is asked. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { type Mover, mover } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../services.ts';
import '../tables.ts';
import { billFlow } from './bill-states.ts';
import { sendTransfer } from './post-bill.ts';
import { receiveTransfer, tempOf } from './receive-transfer.ts';

type TransferEvent = 'send' | 'receive';

/** What `moves` of a page of documents takes for the two. */
export const transferMover = {
  table: 'stock_bill',
  name: (bill) => bill.bill_no,
  stamped: true,
  check: {
    send: (ctx, bill) =>
      bill.kind === 'TRANSFER'
        ? ctx.services.transferFollower?.leaves(ctx, bill)
        : refuse('NOT_NOW', { why: `${bill.bill_no} 不是调拨单` }),
  },
  write: { receive: (_ctx, values) => ({ arrived_temp10: tempOf(values) }) },
  after: {
    send: async (ctx, bill) => (await sendTransfer(ctx, bill)) ?? null,
    receive: async (ctx, bill, values) =>
      (await receiveTransfer(ctx, bill, values)) ??
      (await ctx.services.transferFollower?.came(ctx, bill, {
        temp10: tempOf(values),
        receiver: ctx.session.name,
      })) ??
      null,
  },
} as const satisfies Mover<'stock_bill', TransferEvent>;

const move = mover(billFlow, transferMover as Mover<'stock_bill', keyof typeof billFlow.moves>);

/** Moves one transfer for the domain that carries it, in its transaction; refused as its own page refuses. */
export const moveTransfer = (
  ctx: Ctx,
  event: TransferEvent,
  billId: number,
  values: ActionInput['values'] = {},
): Promise<Done | Refusal> => move(ctx, event, [billId], values);
