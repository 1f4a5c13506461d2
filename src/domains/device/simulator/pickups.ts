/** Orders of the day handed out at a simulated pickup terminal: at once, with lost answers and second tries, and cut off. */
import { chance } from '../../../kit/server/chance.ts';
import { countTaken } from './own-totals.ts';
import { countReason, type Tally } from './tally.ts';
import { beat, syncCards } from './terminal.ts';
import type { Terminal } from './terminal-state.ts';

interface OrderToGive {
  orderId: number;
  personId: number;
  code: string | null;
}

interface Given {
  seq: number;
  result: 'TAKEN' | 'DUPLICATE' | 'SUSPENDED' | 'REFUSED' | 'RETRY';
  amountFen?: number;
  errorcode?: number;
  message?: string;
}

type Who =
  | { cardNo: string; identify: 'CARD' }
  | { code: string; identify: 'CODE' }
  | { personId: number; identify: 'FACE' };

const shares = { comes: 0.9, card: 0.5, answerLost: 0.15, again: 0.25, twiceOffline: 0.3 };
const pageSize = 500;

/** What the terminal fetches before it may be cut off. */
async function ordersOfDay(terminal: Terminal): Promise<OrderToGive[]> {
  const orders: OrderToGive[] = [];
  for (let since = 0, more = true; more; since = orders.at(-1)?.orderId ?? since) {
    const answer = await terminal.call('GET', `/orders?since=${since}&limit=${pageSize}`);
    if (answer.errorcode !== 0) throw new Error(`取餐名单：${answer.errormsg}`);
    const part = answer.data as unknown as { orders: OrderToGive[]; more: boolean };
    orders.push(...part.orders);
    more = part.more;
  }
  return orders;
}

function count(tally: Tally, terminal: Terminal, given: Given): void {
  if (given.result === 'TAKEN') {
    tally.handedOut++;
    tally.handedOutFen += given.amountFen ?? 0;
    countTaken(terminal, given.amountFen ?? 0);
  } else if (given.result === 'DUPLICATE') tally.duplicates++;
  else if (given.result === 'SUSPENDED') countReason(tally.suspended, given.errorcode ?? 0, given.message ?? '');
  else countReason(tally.refused, given.errorcode ?? 0, given.message ?? '');
}

async function giveOnline(tally: Tally, terminal: Terminal, who: Who, seq: number): Promise<void> {
  const answer = await terminal.call('POST', '/pickup', who, seq);
  if (answer.errorcode === 0) count(tally, terminal, answer.data as unknown as Given);
  else if (answer.status === 0 || answer.status >= 500) tally.faults++;
  else countReason(tally.refused, answer.errorcode, answer.errormsg);
}

/** Plays everybody who comes for an order; the last third of them finds the terminal cut off. The same seed is the same play. */
export async function playPickups(terminal: Terminal, seed: number, tally: Tally): Promise<void> {
  await syncCards(terminal);
  const cards = new Map([...terminal.cards.values()].map((card) => [card.personId, card]));
  const dice = chance(seed);
  const come = dice.shuffled(await ordersOfDay(terminal)).filter(() => dice.happens(shares.comes));
  const cutOffFrom = Math.ceil((come.length * 2) / 3);
  const kept: (Who & { epoch: number; seq: number; time: number })[] = [];
  for (const [i, { personId, code }] of come.entries()) {
    const card = cards.get(personId);
    const usable = card?.cardStatus === 'NORMAL' && card.personStatus === 'NORMAL';
    const who: Who =
      usable && dice.happens(shares.card)
        ? { cardNo: card.cardNo, identify: 'CARD' }
        : code === null
          ? { personId, identify: 'FACE' }
          : { code, identify: 'CODE' };
    const next = () => ++terminal.seq;
    if (i >= cutOffFrom) {
      const keep = () => kept.push({ ...who, epoch: terminal.epoch, seq: next(), time: terminal.now() });
      keep();
      if (dice.happens(shares.twiceOffline)) keep();
      continue;
    }
    const number = next();
    await giveOnline(tally, terminal, who, number);
    if (dice.happens(shares.answerLost)) await giveOnline(tally, terminal, who, number);
    if (dice.happens(shares.again)) await giveOnline(tally, terminal, who, next());
  }
  if (kept.length > 0) {
    const answer = await terminal.call('POST', '/pickups', { records: kept });
    const { answers = [] } = (answer.data ?? {}) as { answers?: Given[] };
    if (answers.length < kept.length) tally.faults++;
    for (const given of answers) count(tally, terminal, given);
  }
  await beat(terminal);
}
