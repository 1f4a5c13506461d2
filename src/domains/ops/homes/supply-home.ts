/** Figures of the home of who buys, receives, stores or cooks for a caterer: what waits for him first, and no money. */
import { sql } from 'kysely';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { may } from '../../../kit/server/page/grants.ts';
import { rowsBehind } from '../../../kit/server/page/rows-behind.ts';
import type { SupplyHome } from './supply-figures.ts';

const erp = '/admin/contractor/erp';
const mostRows = 20;
/** One more is read: that there are more is said. */
const some = <T>(rows: readonly T[]) => ({ rows: rows.slice(0, mostRows), more: rows.length > mostRows });

/** May the session use the verb of the page? */
const opens = ({ session, services }: Ctx, path: string, verb = 'query'): boolean => {
  const entry = services.registry.at(path);
  return entry !== undefined && may(session, entry.page, path, verb);
};

const deliveriesOf = (ctx: Ctx, from: string, to: string) =>
  ctx.db
    .selectFrom('supply_order as o')
    .innerJoin('supplier as s', 's.id', 'o.supplier_id')
    .innerJoin('storehouse as h', 'h.id', 'o.storehouse_id')
    .select([
      'o.id',
      'o.order_no as orderNo',
      'o.delivery_date as day',
      's.name as supplier',
      'h.name as house',
      'o.line_count as lineCount',
      'o.status',
    ])
    .where('o.delivery_date', '>=', from)
    .where('o.delivery_date', '<=', to)
    .where('o.status', 'in', ['ORDERED', 'PART_RECEIVED', 'RECEIVED'])
    .orderBy('o.delivery_date')
    .orderBy(sql`o.status = 'RECEIVED'`)
    .orderBy('o.id')
    .limit(mostRows + 1)
    .execute();

const sheetsOf = (ctx: Ctx, from: string, to: string) =>
  ctx.db
    .selectFrom('kitchen_sheet as k')
    .select([
      'k.id',
      'k.sheet_no as sheetNo',
      'k.dining_date as day',
      sql<string>`(select /* wall: whose kitchen it is, by its name alone */ o.name from organization o where o.id = k.site_id)`.as(
        'site',
      ),
      sql<string>`coalesce((select m.name from meal_period m where m.organization_id = k.site_id and m.id = k.meal_period_id), '')`.as(
        'meal',
      ),
      'k.line_count as lineCount',
      'k.status',
    ])
    .where('k.dining_date', '>=', from)
    .where('k.dining_date', '<=', to)
    .where('k.status', '<>', 'CANCELLED')
    .orderBy('k.dining_date')
    .orderBy(sql`k.status = 'TAKEN'`)
    .orderBy('k.id')
    .limit(mostRows + 1)
    .execute();

/** What is counted beside, as the rows of lists. */
const counted = (today: string) =>
  [
    {
      title: '今天要到的采购单',
      unit: '张',
      path: `${erp}/supply_order`,
      search: { createdAt: null, deliveryDate: [today, today], status: ['ORDERED', 'PART_RECEIVED', 'RECEIVED'] },
    },
    { title: '在库物料', unit: '种', path: `${erp}/goods`, search: { status: ['NORMAL'] } },
    { title: '低于下限', unit: '种', path: `${erp}/goods`, search: { belowMin: true } },
    { title: '临期', unit: '种', path: `${erp}/goods`, search: { expiring: true } },
  ] as const;

/** The whole home in one answer; of lists who looks may not open, nothing. */
export async function supplyHome(ctx: Ctx): Promise<SupplyHome> {
  const today = dateAt(ctx.clock.now());
  const tomorrow = addDays(today, 1);
  const lists = counted(today).filter(({ path }) => opens(ctx, path));
  const [work, deliveries, sheets, counts] = await Promise.all([
    ctx.services.shellBoard.work(ctx, []),
    opens(ctx, `${erp}/supply_order`) ? deliveriesOf(ctx, today, tomorrow) : [],
    opens(ctx, `${erp}/kitchen_sheet`) ? sheetsOf(ctx, today, tomorrow) : [],
    Promise.all(
      lists.map(async ({ title, unit, path, search }) => {
        const { count: n, query } = await rowsBehind(ctx, path, search);
        return { title, unit, path, n, query };
      }),
    ),
  ]);
  return {
    date: today,
    until: tomorrow,
    work,
    deliveries: some(deliveries),
    accepts: opens(ctx, `${erp}/receipt`, 'create'),
    sheets: some(sheets),
    counts,
  };
}
