/**
 * Notices: what became of one's own documents, and what the unit should not miss: a statement agrees itself, a service or the food
 * licence runs out.
 */
import { addDays, dateAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { ownNotices, readOf } from '../../kit/server/notices/own-notices.ts';
import { serviceNotices } from '../billing/public.server.ts';
import { statementReminders } from '../settlement/public.server.ts';

export interface Announcement {
  id: string;
  title: string;
  content: string;
  /** Date the matter is due, `YYYY-MM-DD`, or the instant it happened. */
  at: string;
  path?: string | null;
}

/** Days ahead from which a date is worth a notice (annual fee warnings begin at 60 days). */
const aheadDays = 60;

interface Due {
  food_license_end: string | null;
}

async function unitDates(ctx: Ctx): Promise<Due | undefined> {
  const { unitType, unitId } = ctx.session;
  if (unitId === null || (unitType !== 'ORGANIZATION' && unitType !== 'CONTRACTOR')) return undefined;
  return ctx.db
    .selectFrom(unitType === 'ORGANIZATION' ? 'organization' : ('contractor' as 'organization'))
    .select('food_license_end')
    .where('id', '=', unitId)
    .executeTakeFirst();
}

function due(id: string, what: string, date: string | null, today: string, advice: string): Announcement[] {
  if (!date || date > addDays(today, aheadDays)) return [];
  const title = date < today ? `${what}已于 ${date} 到期` : `${what}将于 ${date} 到期`;
  return [{ id: `${id}-${date}`, title, content: advice, at: date }];
}

/** Notices for the session's own unit, the most urgent first. */
async function unitNotices(ctx: Ctx): Promise<Announcement[]> {
  const dates = await unitDates(ctx);
  if (!dates) return [];
  const today = dateAt(ctx.clock.now());
  return [
    ...(await serviceNotices(ctx)).map(({ id, name, endOn, over, advice }) => ({
      id: `${id}-${endOn}`,
      title: over ? `${name}已于 ${endOn} 到期` : `${name}将于 ${endOn} 到期`,
      content: advice,
      at: endOn,
    })),
    ...due('licence', '食品经营许可证', dates.food_license_end, today, '请尽快办理延续，并由平台更新证照信息。'),
  ].sort((a, b) => a.at.localeCompare(b.at));
}

/** All there are for the session, the most pressing first, then those of its own documents, and which of them it has read. */
export async function notices(ctx: Ctx): Promise<(Announcement & { read: boolean })[]> {
  // What runs out by itself within the day stands above what has happened.
  const all = [...(await statementReminders(ctx)), ...(await ownNotices(ctx)), ...(await unitNotices(ctx))];
  const read = await readOf(
    ctx,
    all.map(({ id }) => id),
  );
  return all.map((one) => ({ ...one, read: read.has(one.id) }));
}
