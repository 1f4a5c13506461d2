/** The caterer's goods from the order to the pot, day by day in one order: nothing in a ledger is back-dated. */
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { at, type Life } from './life.ts';
import { openTrade, tradeSteps } from './purchase.ts';
import { openStores, stockSteps } from './stock.ts';

export async function runStores(
  services: Services,
  lives: readonly Life[],
  { today, days, setNow }: { today: string; days: number; setNow: (ms: number) => void },
): Promise<void> {
  setNow(at(addDays(today, -Math.min(days, 14)), 5 * 60));
  const stores = await openStores(services, lives);
  const trade = await openTrade(stores, today);
  const steps = [...stockSteps(stores, today, days), ...tradeSteps(trade, today, days)];
  for (const { when, play } of steps.sort((a, b) => a.when - b.when)) {
    setNow(when);
    await play();
  }
}
