/** The rows of a day as `wallet.spent` holds them: seven numbers for each meal and restaurant. */
import type { SpentDay, SpentRow } from '../plan/state.ts';

const width = 7;

/** Literal of the array. */
export function textOfSpent({ rows }: SpentDay): string {
  const cells = rows.map((r) =>
    [r.mealPeriodId, r.restaurantId, r.tradeCount, r.amountFen, r.lastAtMs, r.lastDeviceId, r.lastAmountFen].join(','),
  );
  return `{${cells.join(',')}}`;
}

/** The day out of its date and the array's literal. */
export function spentOfText(date: string, text: string): SpentDay {
  const cells = text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
  const rows: SpentRow[] = [];
  for (let at = 0; at < cells.length; at += width) {
    const [mealPeriodId, restaurantId, tradeCount, amountFen, lastAtMs, lastDeviceId, lastAmountFen] = cells.slice(
      at,
      at + width,
    ) as [number, number, number, number, number, number, number];
    rows.push({ mealPeriodId, restaurantId, tradeCount, amountFen, lastAtMs, lastDeviceId, lastAmountFen });
  }
  return { date, rows };
}
