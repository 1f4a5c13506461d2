/** 销户 with what is still open in other domains: told before, ended first where that is asked for, then the account is closed. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Done } from '../../../kit/server/page/binding.ts';
import { runCommand } from '../../../kit/server/page/command.ts';
import { isRefusal, type Refusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { EndedOfLeavers } from '../services.ts';
import { closePeople } from './close-people.ts';

const leaversOf = ({ rows }: ActionInput) => rows.map(({ id, name }) => ({ id, name: String(name) }));

/** What is open of those who are to be closed, and what ending it comes to. Writes nothing. */
export async function closingOutcome(ctx: Ctx, input: ActionInput): Promise<Outcome> {
  const open = [];
  for (const guard of ctx.services.closeGuards) open.push(await guard.tell(ctx, leaversOf(input)));
  const lines = open.flatMap((one) => one.lines);
  const mayEnd = open.flatMap((one) => one.mayEnd ?? []).join('、');
  if (mayEnd === '') return { lines };
  const backFen = open.reduce((sum, one) => sum + one.backFen, 0);
  return {
    lines: backFen > 0 ? [...lines, ['取消以后', `${formatFenGrouped(backFen)} 元回到可用余额，清退后再销户`]] : lines,
    asks: ['endOrders', 'endReason'],
    ...(input.values.endOrders === true ? { amount: `${backFen > 0 ? '先' : '并'}取消 ${mayEnd}` } : {}),
  };
}

/**
 * Ends first, each thing by itself, then closes: stopped in between, the same again goes on. Where something else still stands
 * in the way, money that has come back to a purse above all, what was ended stays so and the answer says both.
 */
export async function closeEnding(ctx: Ctx, input: ActionInput): Promise<Done | Refusal> {
  const ended: EndedOfLeavers[] = [];
  if (input.values.endOrders === true)
    for (const guard of ctx.services.closeGuards) {
      const done = await guard.end(ctx, leaversOf(input), String(input.values.endReason ?? '').trim());
      if (isRefusal(done)) return done;
      if (done.what !== '') ended.push(done);
    }
  const closed = (await runCommand(ctx, (inner) => closePeople(inner, input))) as Done | Refusal;
  if (ended.length === 0) return closed;
  const what = ended.map((one) => one.what).join('、');
  if (!isRefusal(closed)) return { told: { text: `已取消 ${what}，已销户` } };
  const backFen = ended.reduce((sum, one) => sum + one.backFen, 0);
  return {
    told: { text: `已取消 ${what}，尚未销户` },
    receipt: {
      title: '订餐已取消，尚未销户',
      lines: [
        ['已取消', `${what}，${formatFenGrouped(backFen)} 元退回账户`],
        ['尚未销户', refusalMessage(closed)],
      ],
    },
  };
}
