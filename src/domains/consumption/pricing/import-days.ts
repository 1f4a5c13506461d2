/** 日历导入: a day or a span per row. Days that are set already are told, so that taking an import back leaves them as they were. */
import { labelIn } from '../../../kit/define/states.ts';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { longestDays } from './calendar.ts';
import { dayKinds } from './day-words.ts';
import type { DayKind } from './price.ts';

interface RowOf {
  day: string;
  endDate?: string | null;
  kind: DayKind;
  note?: string | null;
}
const valuesOf = (row: ImportRow) => row.values as unknown as RowOf;

/** Days of a row, first to last; none where its end cannot be, or its cell could not be read. */
function daysOf({ day, endDate }: RowOf): string[] {
  if (!day) return [];
  const days: string[] = [];
  for (let at = day; at <= (endDate ?? day) && days.length <= longestDays; at = addDays(at, 1)) days.push(at);
  return days;
}

/** What stands in the calendar on these days, in words. */
async function setOn(ctx: Ctx, days: readonly string[]): Promise<Map<string, string>> {
  if (days.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('calendar_day')
    .select(['day', 'kind', 'note'])
    .where('day', 'in', days)
    .execute();
  return new Map(rows.map(({ day, kind, note }) => [day, `${labelIn(dayKinds, kind)}${note ? `（${note}）` : ''}`]));
}

function wrongWith(
  row: RowOf,
  there: ReadonlyMap<string, string>,
  seen: ReadonlySet<string>,
): Record<string, string> | undefined {
  // What a cell could not be read as is told of it already.
  if (!row.day) return undefined;
  const days = daysOf(row);
  if (days.length === 0) return { endDate: '结束日期不能早于开始日期' };
  if (days.length > longestDays) return { endDate: '一行最多一年' };
  const twice = days.find((day) => seen.has(day));
  if (twice) return { day: `${twice} 在表中重复` };
  const set = days.find((day) => there.has(day));
  return set ? { day: `${set} 已是${there.get(set)}，要改请用「设置日期」，或先恢复` } : undefined;
}

async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const there = await setOn(
    ctx,
    rows.flatMap((row) => daysOf(valuesOf(row))),
  );
  const seen = new Set<string>();
  const errors = new Map<number, Record<string, string>>();
  for (const row of rows) {
    const wrong = wrongWith(valuesOf(row), there, seen);
    if (wrong) errors.set(row.rowNo, wrong);
    for (const day of daysOf(valuesOf(row))) seen.add(day);
  }
  return errors;
}

async function commit(ctx: Ctx, rows: readonly ImportRow[], made?: Map<number, number>): Promise<Map<number, string>> {
  const errors = await check(ctx, rows);
  const good = rows.filter((row) => !errors.has(row.rowNo));
  const ids = await ctx.services.ids.take(good.length);
  const days = good.flatMap((row, i) => daysOf(valuesOf(row)).map((day) => ({ ...valuesOf(row), day, id: ids[i]! })));
  const at = isoAt(ctx.clock.now());
  await sqlOf(ctx.db).query(
    `insert into calendar_day (organization_id, day, kind, note, created_at, updated_at, import_id)
     select $1, n.day, n.kind, n.note, $2, $2, n.id
     from unnest($3::date[], $4::text[], $5::text[], $6::bigint[]) as n (day, kind, note, id)`,
    [
      ownOrganization(ctx),
      at,
      days.map((one) => one.day),
      days.map((one) => one.kind),
      days.map((one) => one.note ?? ''),
      days.map((one) => one.id),
    ],
  );
  for (const [i, row] of good.entries()) made?.set(row.rowNo, ids[i]!);
  if (days.length > 0) await ctx.audit({ action: '导入日历', targetName: `${days.length} 天` });
  return new Map([...errors].map(([rowNo, wrong]) => [rowNo, Object.values(wrong)[0]!]));
}

/** The days it wrote are again what their weekday says; refused where one was changed by hand since. */
async function takeBack(ctx: Ctx, ids: readonly number[]): Promise<Refusal | null> {
  const sql = sqlOf(ctx.db);
  const values = [ownOrganization(ctx), ids];
  const { rows } = await sql.query<{ day: string }>(
    `select day from calendar_day where organization_id = $1 and import_id = any($2::bigint[]) and updated_at > created_at
     order by day limit 1`,
    values,
  );
  if (rows[0]) return refuse('NOT_NOW', { why: `${rows[0].day} 导入以后改过，请在列表中逐日恢复` });
  await sql.query('delete from calendar_day where organization_id = $1 and import_id = any($2::bigint[])', values);
  return null;
}

export const dayImport: ImportBinding = { check, commit, takeBack };
