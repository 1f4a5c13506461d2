/** What handing out, taking back and refunding an order will do to the diner's money, before it is confirmed. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import type { Refusal } from '../../../kit/server/refusal.ts';
import { isHeld } from './money-requests.ts';
import type { OrderPayTime } from './order-words.ts';

type Verb = 'take' | 'moveTo' | 'cancel' | 'undo' | 'refund';
type Act = (ctx: Ctx, input: ActionInput) => Promise<unknown>;

interface Row {
  personName: string;
  status: string;
  payTime: OrderPayTime;
  amountFen: number;
  bookedFen: number;
  counts: number;
}

const money = (fen: number) => `${formatFenGrouped(fen)} 元`;

/** What needs no look at the ledger, since no purse moves or two bookings follow each other; undefined where one look tells it. */
function plain(verb: Verb, { personName, status, payTime, amountFen, bookedFen, counts }: Row): Outcome | undefined {
  const who: [string, string] = ['姓名', personName];
  const untouched: Outcome = { lines: [who, ['账户', '没有冻结金额，余额不变']] };
  if (verb === 'moveTo')
    return isHeld({ payTime, amountFen })
      ? { lines: [who, ['冻结金额', `${money(amountFen)}，送餐费不同的按新地址重算`]] }
      : untouched;
  if (verb === 'take' && status === 'NO_SHOW' && bookedFen > 0)
    return { lines: [who, ['未就餐扣费', `先退回 ${money(bookedFen)}`], ['就餐入账', `再扣 ${money(amountFen)}`]] };
  if (payTime === 'COUNT' && verb === 'take') return { lines: [who, ['次数账户', `扣 ${counts} 次，金额不变`]] };
  if (payTime === 'COUNT' && verb !== 'cancel') return { lines: [who, ['次数账户', `退回 ${counts} 次，金额不变`]] };
  if (verb === 'cancel' && (status === 'UNPAID' || !isHeld({ payTime, amountFen }))) return untouched;
  // Nothing was spent yet: what is set aside can be spent again.
  if (verb === 'cancel')
    return { lines: [who, ['冻结金额', `${money(amountFen)} → 0.00 元，回到可用余额`], ['账户余额', '不变']] };
  return undefined;
}

/** One order by its own plan; of several how many and how much. */
export function orderOutcome(verb: Verb, act: Act) {
  return async (ctx: Ctx, input: ActionInput): Promise<Outcome | Refusal> => {
    const rows = input.rows as unknown as Row[];
    const [row, ...others] = rows;
    if (row && others.length === 0) return plain(verb, row) ?? ctx.services.rehearse(ctx, (inner) => act(inner, input));
    const totalFen = rows.reduce((sum, one) => sum + (verb === 'refund' ? one.bookedFen : one.amountFen), 0);
    return { lines: [['选中', `${rows.length} 单，共 ${money(totalFen)}；逐单办理，不能办理的写明原因`]] };
  };
}
