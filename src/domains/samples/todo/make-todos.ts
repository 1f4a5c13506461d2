/** To-dos of samples out of menus: one per dish to be kept and batch. What a menu takes back is exempted, and comes again with it. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { instantOf } from '../../headcount/public.server.ts';
import { house } from '../desk/sample-store.ts';
import { needSample, sampleRuleFor, windowOf } from '../rules/need-sample.ts';
import { type Ruling, readRuling } from '../rules/read-rules.ts';

/** A dish on a menu, as far as samples ask. */
interface Item {
  id: number;
  dishId: number;
  dishName: string;
  typeId: number | null;
  date: string;
  mealPeriodId: number;
  restaurantId: number;
  needSample: boolean;
  /** Published and not stopped. */
  served: boolean;
}

const itemText = (where: string) => `
  select i.id, i.dish_id as "dishId", coalesce(i.dish_name, d.name) as "dishName", d.type_id as "typeId",
    i.menu_date as date, i.meal_period_id as "mealPeriodId", i.restaurant_id as "restaurantId",
    i.need_sample as "needSample", m.status in ('PUBLISHED', 'CLOSED') and i.status <> 'STOPPED' as served
  from food_menu_item i
  join food_menu m on m.organization_id = i.organization_id and m.id = i.menu_id
  join dish d on d.organization_id = i.organization_id and d.id = i.dish_id
  where i.organization_id = $1 and ${where}
  order by i.menu_date, i.id`;

/** `LY` and the day, then the id: unique without asking, and told from a trade's number at a glance. */
export const sampleNoOf = (date: string, id: number): string => `LY${date.slice(2).replaceAll('-', '')}-${id}`;

/** Columns of a new to-do that follow from the rule. */
export function ruledBy(ruling: Ruling, mealPeriodId: number, typeId: number | null, date: string) {
  const rule = sampleRuleFor(ruling.rules, mealPeriodId, ruling.types.get(typeId ?? 0));
  const { from, to } = windowOf(rule, instantOf(date, ruling.meals.get(mealPeriodId)?.startTime ?? '12:00'));
  return {
    rule,
    columns: {
      min_grams: rule.minGrams,
      retain_hours: rule.retainHours,
      window_from: isoAt(from),
      window_to: isoAt(to),
    },
  };
}

/** Makes samples equal to what these dishes say: to-dos for those to be kept, exemptions for those taken back. */
async function follow(
  sql: Sql,
  host: { ids: Ids; nowMs: number },
  organizationId: number,
  items: readonly Item[],
): Promise<number> {
  if (items.length === 0) return 0;
  const ruling = await readRuling(sql, organizationId, host.nowMs);
  const at = isoAt(host.nowMs);
  const wanted = items.filter((item) => {
    if (!item.served) return false;
    const { rule } = ruledBy(ruling, item.mealPeriodId, item.typeId, item.date);
    return needSample(ruling.kind, rule, ruling.types.get(item.typeId ?? 0)?.risk ?? null, item.needSample);
  });
  const keep = new Set(wanted.map((item) => item.id));
  const ids = await host.ids.take(wanted.length);
  const rows = wanted.map((item, i) => ({
    id: ids[i],
    sample_no: sampleNoOf(item.date, ids[i]!),
    dining_date: item.date,
    meal_period_id: item.mealPeriodId,
    restaurant_id: item.restaurantId,
    menu_item_id: item.id,
    dish_id: item.dishId,
    dish_type_id: item.typeId,
    dish_name: item.dishName,
    ...ruledBy(ruling, item.mealPeriodId, item.typeId, item.date).columns,
  }));
  // A rule changed since is taken over while nothing was weighed; a dish typed by hand before its menu came keeps its row.
  const made = await sql.query(
    `insert into sample (organization_id, id, sample_no, dining_date, meal_period_id, restaurant_id, menu_item_id, dish_id,
       dish_type_id, dish_name, min_grams, retain_hours, window_from, window_to, status, created_at, updated_at)
     select $1, r.id, r.sample_no, r.dining_date, r.meal_period_id, r.restaurant_id, r.menu_item_id, r.dish_id,
       r.dish_type_id, r.dish_name, r.min_grams, r.retain_hours, r.window_from, r.window_to, 'TO_SAMPLE', $3, $3
     from jsonb_to_recordset($2::jsonb) as r (id bigint, sample_no text, dining_date date, meal_period_id bigint,
       restaurant_id bigint, menu_item_id bigint, dish_id bigint, dish_type_id bigint, dish_name text, min_grams int,
       retain_hours int, window_from timestamptz, window_to timestamptz)
     on conflict do nothing`,
    [organizationId, JSON.stringify(rows), at],
  );
  await sql.query(
    `update sample s set min_grams = r.min_grams, retain_hours = r.retain_hours, window_from = r.window_from,
       window_to = r.window_to, updated_at = $3
     from jsonb_to_recordset($2::jsonb) as r (menu_item_id bigint, min_grams int, retain_hours int,
       window_from timestamptz, window_to timestamptz)
     where s.organization_id = $1 and s.menu_item_id = r.menu_item_id and s.status = 'TO_SAMPLE'
       and (s.min_grams, s.retain_hours, s.window_from, s.window_to)
         is distinct from (r.min_grams, r.retain_hours, r.window_from, r.window_to)`,
    [organizationId, JSON.stringify(rows), at],
  );
  const stepped = (
    action: string,
    from: string,
    to: string,
    set: string,
    itemIds: readonly number[],
    detail: string,
  ) =>
    itemIds.length === 0
      ? undefined
      : moveByMenu(sql, host, { organizationId, action, from, to, set, itemIds, detail, at });
  const dropped = items.filter((item) => !keep.has(item.id)).map((item) => item.id);
  await stepped(
    'EXEMPT',
    `s.status = 'TO_SAMPLE'`,
    'EXEMPT',
    `exempt_by = 'MENU', exempt_reason = '停售或撤回'`,
    dropped,
    '停售或撤回',
  );
  await stepped(
    'REOPEN',
    `s.status = 'EXEMPT' and s.exempt_by = 'MENU'`,
    'TO_SAMPLE',
    `exempt_by = null, exempt_reason = ''`,
    [...keep],
    '恢复供应',
  );
  return made.rowCount ?? 0;
}

/** Moves what the menu decides, each with its step. `from`, `set`: SQL over `s`. */
async function moveByMenu(
  sql: Sql,
  { ids }: { ids: Ids },
  move: {
    organizationId: number;
    action: string;
    from: string;
    to: string;
    set: string;
    itemIds: readonly number[];
    detail: string;
    at: string;
  },
): Promise<void> {
  const { rows } = await sql.query<{ id: number; restaurantId: number; status: string }>(
    `select s.id, s.restaurant_id as "restaurantId", s.status from sample s
     where s.organization_id = $1 and s.menu_item_id = any($2::bigint[]) and ${move.from} order by s.id for update`,
    [move.organizationId, move.itemIds],
  );
  if (rows.length === 0) return;
  const stepIds = await ids.take(rows.length);
  await sql.query(
    `update sample s set status = $3, ${move.set}, updated_at = $4, version = version + 1
     where s.organization_id = $1 and s.id = any($2::bigint[])`,
    [move.organizationId, rows.map((row) => row.id), move.to, move.at],
  );
  await sql.query(
    `insert into sample_step (organization_id, id, sample_id, restaurant_id, action, at, told_at, by_id, by_name, from_status,
       to_status, detail)
     select $1, x.id, x.sample_id, x.restaurant_id, $3, $4, $4, null, $5, x.from_status, $6, $7
     from jsonb_to_recordset($2::jsonb) as x (id bigint, sample_id bigint, restaurant_id bigint, from_status text)`,
    [
      move.organizationId,
      JSON.stringify(
        rows.map((row, i) => ({
          id: stepIds[i],
          sample_id: row.id,
          restaurant_id: row.restaurantId,
          from_status: row.status,
        })),
      ),
      move.action,
      move.at,
      house.name,
      move.to,
      move.detail,
    ],
  );
}

/** Follows menus within the command that changed them. */
export async function followMenus(ctx: Ctx, menuIds: readonly number[]): Promise<void> {
  const sql = sqlOf(ctx.db);
  const organizationId = ctx.session.unitId!;
  const { rows } = await sql.query<Item>(itemText('i.menu_id = any($2::bigint[])'), [organizationId, menuIds]);
  await follow(sql, { ids: ctx.ids, nowMs: ctx.clock.now() }, organizationId, rows);
}

/** The same for the menus of some days around today, at night: what a command missed is caught up. */
export async function followDays(
  sql: Sql,
  host: { ids: Ids; nowMs: number },
  organizationId: number,
  today: string,
): Promise<number> {
  const { rows } = await sql.query<Item>(itemText('i.menu_date between $2::date and $3::date'), [
    organizationId,
    addDays(today, -1),
    addDays(today, 14),
  ]);
  return follow(sql, host, organizationId, rows);
}
