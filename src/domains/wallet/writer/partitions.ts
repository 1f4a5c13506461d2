/** Months of the ledger's tables: known ones are remembered, missing ones are created before a batch needs them. */
import { addDays, type Clock } from '../../../kit/server/clock.ts';
import { businessDay, firstDayAfterMonth, monthOf } from '../business-day.ts';

export interface Queryable {
  query<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>;
}

/** Creates the partitions of the month of `date`, when missing. Other months can be posted into meanwhile. */
export async function ensureMonth(db: Queryable, date: string): Promise<void> {
  await db.query('select wallet_ensure_month($1::date)', [date]);
}

export interface Partitions {
  /** Makes sure all `dates` can be posted to. */
  ensure(dates: Iterable<string>): Promise<void>;
}

/** Partitions over `db`, a pool beside the hot connections (a batch's own transaction must not wait for DDL). */
export function partitionsOf(db: Queryable): Partitions {
  const known = new Map<string, Promise<void>>();
  const one = (month: string) => {
    let pending = known.get(month);
    if (!pending) {
      pending = ensureMonth(db, month);
      pending.catch(() => known.delete(month));
      known.set(month, pending);
    }
    return pending;
  };
  return {
    ensure: async (dates) => {
      const months = new Set<string>();
      for (const date of dates) months.add(monthOf(date));
      for (const month of months) await one(month);
    },
  };
}

/** The months around now: last, this and next. For start and a daily job, so that no swipe waits for a table. */
export async function ensureNearMonths(db: Queryable, clock: Clock): Promise<void> {
  const month = monthOf(businessDay(clock.now()));
  for (const date of [addDays(month, -1), month, firstDayAfterMonth(month)]) await ensureMonth(db, date);
}
