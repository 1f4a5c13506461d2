/** What a command that moves money would do, told by the command itself: run up to the money door, which looks and stops it. */
import type { Outcome as Told } from '../../kit/define/page.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { rehearsing } from '../../kit/server/page/rehearsal.ts';
import type { Rehearse } from '../../kit/server/page/rehearse.ts';
import { isRefusal, type Refusal } from '../../kit/server/refusal.ts';
import { purseAmount, purseLines } from './foretold.ts';
import type { MoneyRequest, Outcome, Wallet } from './types.ts';

/** Ends the command where it would have moved money. */
class AtTheDoor extends Error {
  readonly request: MoneyRequest;
  readonly outcome: Outcome;
  constructor(request: MoneyRequest, outcome: Outcome) {
    super('rehearsal');
    this.request = request;
    this.outcome = outcome;
  }
}

async function whose(ctx: Ctx, personId: number): Promise<string> {
  const person = await ctx.db
    .selectFrom('person')
    .select(['name', 'job_number'])
    .where('id', '=', personId)
    .executeTakeFirst();
  return person ? `${person.name}${person.job_number ? `（${person.job_number}）` : ''}` : '';
}

/** How much, and in what: the purse's own unit, cash, or money set aside. */
function amountLine(request: MoneyRequest, amount: number, meals: boolean): [string, string] {
  if (meals) return ['次数', purseAmount('COUNT', amount)];
  const fen = purseAmount('MAIN', amount);
  if (request.kind === 'HOLD') return ['冻结', `${fen}，余额不变`];
  return ['金额', 'by' in request && request.by === 'CASH' ? `${fen}，现金，账户不变` : fen];
}

async function told(ctx: Ctx, { request, outcome }: AtTheDoor): Promise<Told | Refusal> {
  if (isRefusal(outcome)) return outcome;
  const { posted } = outcome;
  // What was asked for; gifts that come with it stand in their own purse's line.
  const asked = 'amountFen' in request ? request.amountFen : undefined;
  const amount = posted.countUsed || (asked ?? posted.amountFen);
  const meals = (posted.countUsed ?? 0) > 0 || (posted.split.COUNT ?? 0) !== 0;
  return {
    lines: [
      ['人员', await whose(ctx, request.personId)],
      amountLine(request, amount, meals),
      ...purseLines(posted),
      ...(posted.thirdFen ? ([['原路退回', purseAmount('MAIN', posted.thirdFen)]] as const) : []),
    ],
    ...(meals ? { amount: purseAmount('COUNT', amount) } : { amountFen: amount }),
  };
}

/** `foresee` answers what `submit` would. A command that moves nothing itself, since somebody has to agree first, says so. */
export const rehearser =
  (wallet: Wallet): Rehearse =>
  async (ctx, work) => {
    const door: Wallet = {
      ...wallet,
      submit: async (request) => {
        throw new AtTheDoor(request, await wallet.foresee(request));
      },
      submitMany: () => {
        throw new Error(`${ctx.path} moves money of many at once: it states its outcome itself`);
      },
    };
    try {
      const inner = rehearsing(ctx);
      const answer = await work({ ...inner, services: { ...inner.services, wallet: door } });
      if (isRefusal(answer)) return answer;
    } catch (error) {
      if (error instanceof AtTheDoor) return told(ctx, error);
      throw error;
    }
    return { lines: [['账户', '余额不变；须审核的，通过后才入账']] };
  };
