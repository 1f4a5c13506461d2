/**
 * An hour at a shop's tills: scanned, weighed and labelled goods, prices a till has missed, a till that is cut off and sends
 * later, labels that are misread, and orders handed out by their code. The same seed is the same hour.
 */
import { chance } from '../../../kit/server/chance.ts';
import { charge, countReason, type Game, newRecord, type Terminal, upload } from '../../device/public.server.ts';
import { onCounter, type ShelfEntry, syncShelf, type TillShelf } from './till-shelf.ts';

export interface Till {
  terminal: Terminal;
  shelf: TillShelf;
}

/** Of baskets; `misread` of those that begin with a scale's label. */
const shares = { answerLost: 0.1, missed: 0.05, stranger: 0.02, misread: 0.3, weighed: 0.4 };
const priceChanged = 3925;

/** What the hour came to beside money. */
export interface ShopFigures {
  /** Baskets the till had to reckon anew because a price had changed. */
  repriced: number;
  kept: number;
  handedOut: number;
  handedOutFen: number;
}

/** A till that learns of a price takes it over, and the customer is charged anew under the next number. */
function takePrices({ shelf }: Till, fields: Readonly<Record<string, string>> = {}): void {
  for (const [id, fen] of Object.entries(fields)) {
    const known = shelf.goods.get(Number(id));
    if (known) shelf.goods.set(known.goodsId, { ...known, priceFen: Number(fen) });
  }
}

const sellable = ({ shelf }: Till) =>
  [...shelf.goods.values()]
    .filter((entry) => entry.status === 'ON' && entry.priceFen !== null)
    .sort((a, b) => a.goodsId - b.goodsId);

/** Plays it. `whileCutOff` runs once, while the last till has no network. */
export async function playTills(
  game: Game,
  tills: readonly Till[],
  options: { customers: number; seed: number; whileCutOff?: () => Promise<void> },
): Promise<ShopFigures> {
  const dice = chance(options.seed);
  const figures: ShopFigures = { repriced: 0, kept: 0, handedOut: 0, handedOutFen: 0 };
  const cards = [...tills[0]!.terminal.cards.values()]
    .filter(({ cardStatus, personStatus }) => cardStatus === 'NORMAL' && personStatus === 'NORMAL')
    .map(({ cardNo }) => cardNo)
    .sort();
  if (cards.length === 0) throw new Error('该单位还没有可用的卡，请先发卡');
  const last = tills.at(-1)!;
  const { customers } = options;
  const [from, to] = [Math.floor(customers / 3), Math.floor((customers * 2) / 3)];
  for (let i = 0; i < customers; i += 1) {
    const till = tills[i % tills.length]!;
    const cutOff = till === last && i >= from && i < to;
    if (i === from) await options.whileCutOff?.();
    if (!cutOff && till.terminal.kept.length > 0) {
      figures.kept += till.terminal.kept.length;
      await upload(game, till.terminal);
      await syncShelf(till.terminal, till.shelf);
    }
    const goods = sellable(till);
    const weighed = goods.filter(({ byWeight }) => byWeight);
    const bag = weighed.length > 0 && dice.happens(shares.weighed) ? [dice.pick(weighed)] : [];
    const taken = new Set([...bag, ...Array.from({ length: dice.between(1, 2) }, () => dice.pick(goods))]);
    const cardNo = dice.happens(shares.stranger) ? `9${90_000_000 + i}` : dice.pick(cards);
    const line = { cutOff, answerLost: dice.happens(shares.answerLost) };
    // Where the till missed a change it believes another price than the shop's.
    const missed = !cutOff && dice.happens(shares.missed);
    const basket = () => {
      const on = [...taken].map((entry: ShelfEntry) =>
        onCounter(till.shelf, till.shelf.goods.get(entry.goodsId)!, dice),
      );
      return { items: on.map(({ item }) => item), ownFen: on.reduce((sum, { fen }) => sum + fen, 0) };
    };
    const { items, ownFen } = basket();
    const [first, ...rest] = items;
    const wrong = missed ? [{ ...first!, unitPriceFen: first!.unitPriceFen + 10 }, ...rest] : items;
    const label = first!.scaleCode;
    const misread = !cutOff && label !== undefined && dice.happens(shares.misread);
    const sent = misread
      ? [{ ...first!, scaleCode: `${label.slice(0, -1)}${(Number(label.at(-1)) + 1) % 10}` }]
      : wrong;
    const answer = await charge(game, till.terminal, newRecord(till.terminal, cardNo, { items: sent, ownFen }), line);
    if (answer?.errorcode === priceChanged) {
      figures.repriced += 1;
      takePrices(till, answer.fields);
      await syncShelf(till.terminal, till.shelf);
      await charge(game, till.terminal, newRecord(till.terminal, cardNo, basket()), { cutOff, answerLost: false });
    } else if (misread)
      await charge(game, till.terminal, newRecord(till.terminal, cardNo, { items, ownFen }), {
        ...line,
        answerLost: false,
      });
  }
  figures.kept += last.terminal.kept.length;
  for (const { terminal } of tills) await upload(game, terminal);
  return figures;
}

/** Hands out orders by their codes: a wrong code first, then each, the answer of the first lost. */
export async function handOut(game: Game, { terminal }: Till, codes: readonly string[], figures: ShopFigures) {
  const { tally } = game;
  const pick = async (code: string, seq: number) => terminal.call('POST', '/pick', { code }, seq);
  const next = () => {
    terminal.seq += 1;
    return terminal.seq;
  };
  for (const [i, code] of codes.entries()) {
    if (i === 0) {
      const wrong = await pick(String((Number(code) + 1) % 100_000_000).padStart(8, '0'), next());
      if (wrong.errorcode !== 0) countReason(tally.refused, wrong.errorcode, wrong.errormsg);
    }
    const seq = next();
    const given = await pick(code, seq);
    if (given.errorcode !== 0) {
      countReason(tally.refused, given.errorcode, given.errormsg);
      continue;
    }
    figures.handedOut += 1;
    figures.handedOutFen += Number(given.data!.amountFen);
    if (i > 0) continue;
    const again = await pick(code, seq);
    if (again.data?.result === 'DUPLICATE') tally.duplicates += 1;
    else tally.faults += 1;
  }
}
