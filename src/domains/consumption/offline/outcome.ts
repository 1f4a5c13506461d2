/** What 补扣 and 入账为欠款 of offline records would charge, by the prices and purses of now; nothing is written. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { purseLines } from '../../wallet/public.server.ts';
import { type Choice, choiceOf, requestOf } from './settle.ts';

async function foresee(ctx: Ctx, id: number, choice: Choice) {
  const row = await ctx.db.selectFrom('offline_trade').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const request = await requestOf(ctx, row, choice);
  if (isRefusal(request)) return request;
  const outcome = await ctx.services.wallet.foresee({ ...request, requestKey: `foresee:${request.requestKey}` });
  if (isRefusal(outcome)) return outcome;
  const person = await ctx.db.selectFrom('person').select('name').where('id', '=', request.personId).executeTakeFirst();
  return { posted: outcome.posted, name: person?.name ?? '' };
}

export const settleOutcome =
  (event: Choice['event']) =>
  async (ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Outcome | Refusal> => {
    const choice = choiceOf(event, values);
    const [row] = rows;
    if (row && rows.length === 1) {
      const told = await foresee(ctx, row.id, choice);
      if (isRefusal(told)) return told;
      const { posted, name } = told;
      return {
        lines: [
          ['人员', name],
          ['原记录', `${row.deviceSeq}，${String(row.occurredAt).slice(0, 16).replace('T', ' ')}，${row.reason}`],
          ['扣款', posted.countUsed ? `${posted.countUsed} 次` : `${formatFenGrouped(posted.amountFen)} 元`],
          ...purseLines(posted),
          ['入账后', '在 消费明细 按交易号可查'],
        ],
        ...(posted.countUsed ? { amount: `${posted.countUsed} 次` } : { amountFen: posted.amountFen }),
      };
    }
    // Each changes what the next finds in the purses: no sum is promised.
    return { lines: [['选中', `${ids.length} 笔，逐笔入账；不能入账的仍为待处理，并写明原因`]] };
  };
