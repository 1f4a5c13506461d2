/** The trades behind the lists across units: the day and the caterer say who sees them, the unit's index finds them. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx, Db } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { countTrades } from '../trades/trade-count.ts';
import { headColumns, recentTrades, tradeColumns, tradesFrom, tradesOf } from '../trades/trade-source.ts';

/** Who ran the restaurant of the row on its day; null for the unit itself. */
export const catererOf = (row: string): RawBuilder<number | null> =>
  sql`(select k.contractor_id from contract_restaurant k where k.organization_id = ${sql.ref(`${row}.organization_id`)}
    and k.restaurant_id = ${sql.ref(`${row}.restaurant_id`)}
    and ${sql.ref(`${row}.business_date`)} between k.from_date and k.to_date)`;

const caterer = catererOf('t');

/** Trades with their names and the caterer of their day; balances where the diners' accounts are open to the reader. */
export const unitTradesFrom = (db: Db, search: Search) =>
  tradesFrom(db, search).leftJoin('person_balance as open', (on) =>
    on.onRef('open.organization_id', '=', 't.organization_id').onRef('open.person_id', '=', 't.person_id'),
  );

const { thirdChannel: _, ownDepartmentId: __, typeId: ___, ...columns } = tradeColumns;

export const unitTradeColumns = {
  ...columns,
  ...headColumns,
  contractorId: caterer,
  selfRun: sql`(${caterer} is null)`,
  departmentName: 'd.name',
  typeName: 'pt.name',
  restaurantName: 'r.name',
  siteName: 's.name',
  deviceName: sql`coalesce(dv.name, '后台')`,
  mealName: sql`coalesce(m.name, '非餐时')`,
  balanceAfterFen: sql`case when open.person_id is not null then t.balance_after_fen end`,
} as const;

export const unitTradeNames = {
  contractorId: sql`(select /* wall: the caterer of the row, by its name alone */ n.name from contractor n where n.id = ${caterer})`,
  restaurantId: 'r.name',
} as const;

export const unitTradeWhere = { keyword: tradesOf };

/** What both lists across units say of the trade table. */
export const unitTradeSource = {
  byUnit: true,
  partition: 't.business_date',
  newest: recentTrades,
  count: (ctx: Ctx, search: Search, cap: number) => countTrades(ctx, search, cap),
  where: unitTradeWhere,
} as const;
