/** Dry goods that lay in the stores before: the month they came in is closed, the next one is over and waits for it. */
import { closeMonths } from '../domains/stock/public.server.ts';
import type { GoodsCategory } from '../domains/stock/public.ts';
import { addDays } from '../kit/server/clock.ts';
import { at } from './life.ts';
import { book, countMost, erp, kilograms, type Stores, transfer, worthOf } from './stock.ts';

/** What keeps for longer than the demo looks back. */
const keeps = new Set<GoodsCategory>(['GRAIN', 'OIL', 'SEASONING', 'DRY']);
const many = 12;
const months = `${erp}/stock_month`;

/** The last two days of the month before last; the first of the one that follows. */
export function oldDays(today: string): { first: string; last: string; next: string } {
  const next = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
  return { first: addDays(next, -2), last: addDays(next, -1), next };
}

/** A delivery, a transfer, an issue and a count in the one month, which is closed; an issue and a count in the next. */
export async function liveOldMonths(stores: Stores, today: string, setNow: (ms: number) => void): Promise<void> {
  const { keeper, second, central } = stores;
  const { houseId } = stores.sites[0]!;
  const { first, last, next } = oldDays(today);
  const goods = stores.goods.filter(({ category }) => keeps.has(category)).slice(0, many);
  const some = goods.slice(0, 6);
  const lines = (kg: number) => some.map((one) => kilograms(one, kg));
  const issue = (kg: number) =>
    book(stores, { kind: 'ISSUE', storehouseId: houseId, lines: lines(kg), reason: '食堂日常领料' });
  setNow(at(first, 7 * 60));
  await book(stores, {
    kind: 'OPENING',
    storehouseId: central,
    lines: goods.map((one, i) => {
      const kg = 60 + i * 5;
      const lot = { lotNo: `G${first.slice(5).replace('-', '')}-${i + 1}`, producedOn: addDays(first, -10) };
      return kilograms(one, kg, { ...lot, amountFen: worthOf(one, kg), expiresOn: addDays(first, 230) });
    }),
    reason: '启用进销存：干货',
  });
  setNow(at(last, 8 * 60));
  await transfer(stores, houseId, last, lines(8), true);
  await issue(3);
  for (const storehouseId of [central, houseId]) await countMost(stores, storehouseId);
  setNow(at(addDays(next, 1), 10 * 60));
  await keeper.call(months, 'begin', {});
  const { db, services } = keeper.ctx(months);
  const open = await db.selectFrom('stock_month').select('id').orderBy('id').execute();
  const ids = open.map(({ id }) => id);
  await keeper.call(months, 'examine', { ids });
  await second.call(months, 'close', { ids });
  await closeMonths(services);
  await issue(2);
  for (const storehouseId of [central, houseId]) await countMost(stores, storehouseId);
}

/** As the house does on the first, which has to be over itself: the month before is listed, to be examined. */
export async function listOldMonth({ keeper }: Stores, today: string, setNow: (ms: number) => void): Promise<void> {
  const first = `${today.slice(0, 7)}-01`;
  if (first === today) return;
  setNow(at(first, 10 * 60));
  await keeper.call(months, 'begin', {});
}
