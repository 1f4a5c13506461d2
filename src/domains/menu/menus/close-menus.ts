/** Menus are over with their day: the house closes them, once an hour and at every start. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import '../tables.ts';

const everyMs = 3_600_000;
/** A day in the books ends at four in the morning. */
const bookDayTurnsMs = 4 * 3_600_000;

/** PUBLISHED → CLOSED for menus of days before today's; answers how many. Safe to run on several nodes. */
export async function closeMenus({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const lastOver = addDays(dateAt(now - bookDayTurnsMs), -1);
  const { numUpdatedRows } = await db
    .updateTable('food_menu')
    .set((eb) => ({ status: 'CLOSED', updated_at: isoAt(now), version: eb('version', '+', 1) }))
    .where('status', '=', 'PUBLISHED')
    .where('menu_date', '<=', lastOver)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Runs it now and every hour; the answer stops it. A failed run is logged and tried again at the next hour. */
export async function keepMenusClosed(services: Services): Promise<() => void> {
  const run = () =>
    closeMenus(services).catch((error: Error) =>
      services.log.error('menus could not be closed', { error: error.message }),
    );
  await run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
