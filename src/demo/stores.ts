/** The caterer's goods from the order to the pot, day by day in one order: nothing in a ledger is back-dated. */
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { readEaten } from './eaten.ts';
import { at, type Life, type Step } from './life.ts';
import { openTrade, type Trade, tradeSteps } from './purchase.ts';
import { type DemoShop, openShops } from './shop.ts';
import { openStores, type Stores, stockSteps } from './stock.ts';
import { listOldMonth, liveOldMonths, oldDays } from './stock-months.ts';

/** What happens to the goods, in order. Without a past nothing was received: there is nothing to issue, count or recall. */
export function storeSteps(stores: Stores, trade: Trade, today: string, days: number): Step[] {
  if (days < 1) return [];
  return [...stockSteps(stores, today, days), ...tradeSteps(trade, today, days)].sort((a, b) => a.when - b.when);
}

export async function runStores(
  services: Services,
  lives: readonly Life[],
  { today, days, setNow }: { today: string; days: number; setNow: (ms: number) => void },
): Promise<DemoShop[]> {
  // Of a demo of a few days the goods are as old as it is.
  const old = days >= 4;
  setNow(at(old ? addDays(oldDays(today).first, -1) : addDays(today, -Math.min(days, 14)), 5 * 60));
  const stores = await openStores(services, lives);
  if (old) await liveOldMonths(stores, today, setNow);
  setNow(at(addDays(today, -Math.min(days, 14)), 5 * 60));
  const shops = await openShops(stores, addDays(today, -Math.min(days, 14)), today);
  const trade = await openTrade(stores, today);
  stores.eaten = await readEaten(stores.keeper, addDays(today, -Math.min(days, 14)), addDays(today, -1));
  for (const { when, play } of storeSteps(stores, trade, today, days)) {
    setNow(when);
    await play();
  }
  if (old) await listOldMonth(stores, today, setNow);
  return shops;
}
