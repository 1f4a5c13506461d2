/** Goods and storehouses of a caterer on a database of its own, for tests of stock and of what stands on it. */
import type { Domain } from '../../kit/server/domain.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { dispatch } from '../../kit/server/page/dispatch.ts';
import { makeContext } from '../../kit/server/page/make-context.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { consumption } from '../consumption/domain.ts';
import restaurants from '../tenancy/places/pages/contractor-restaurant.server.ts';
import { tenancy } from '../tenancy/domain.ts';
import mealPages from '../tenancy/meals/pages/meal.server.ts';
import { type Caller, type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import organizations from '../tenancy/units/pages/organization.server.ts';
import bills from './bills/pages/stock_bill.server.ts';
import receiving from './bills/pages/supply_receipt.server.ts';
import counts from './counts/pages/stock_count.server.ts';
import { stock } from './domain.ts';
import attributes from './goods/pages/attribute_type.server.ts';
import goodsPages from './goods/pages/goods.server.ts';
import houses from './houses/pages/storehouse.server.ts';
import ledger from './ledger/pages/stock_ledger.server.ts';

import months from './months/pages/stock_month.server.ts';

export { checkStock } from './proof/invariants.ts';
export { foldDays } from './ledger/fold-days.ts';
export { closeMonths } from './months/run-month.ts';
export { runStockChecks } from './proof/run-checks.ts';

export const erp = '/admin/contractor/erp';

export interface StockBench {
  bench: UnitBench;
  keeper: Caller;
  /** Another account of the caterer. */
  other: Caller;
  /** The other caterer. */
  rival: Caller;
  goods(name: string, more?: Record<string, unknown>): Promise<number>;
  house(name: string, more?: Record<string, unknown>): Promise<number>;
  /** Draws up a document and answers its id, or the refusal. */
  draft(
    kind: string,
    storehouseId: number,
    lines: readonly Record<string, unknown>[],
    more?: Record<string, unknown>,
  ): Promise<number>;
  /** Draws up, submits and has the other post. */
  post(
    kind: string,
    storehouseId: number,
    lines: readonly Record<string, unknown>[],
    more?: Record<string, unknown>,
  ): Promise<number>;
  move(event: string, id: number, more?: Record<string, unknown>, by?: Caller): Promise<unknown>;
  balance(storehouseId: number, goodsId: number): Promise<{ qty: number; fen: number; reserved: number }>;
}

/** The code of a refusal with its message's figures; any other answer as it is. */
export const refusedBy = async (answer: Promise<unknown>) => {
  const one = await answer;
  return isRefusal(one) ? { code: one.code, params: one.params, fields: one.fields } : one;
};

export function colleague(bench: UnitBench, caller: Caller, more: Partial<Caller['session']> = {}): Caller {
  const session = { ...caller.session, accountId: caller.session.accountId + 1, name: '复核员', ...more };
  const ctx = (path: string) => makeContext(bench.services, session, path, { ip: '10.0.0.2' });
  const { registry } = bench.services;
  return {
    session,
    ctx,
    call: async <T>(path: string, verb: string, body: Record<string, unknown> = {}) =>
      (await dispatch(registry, registry.at(path)!, verb, ctx(path), body)) as T,
  };
}

const must = <T>(answer: T): T => {
  if (isRefusal(answer))
    throw new Error(`${answer.code} ${JSON.stringify(answer.params)} ${JSON.stringify(answer.fields)}`);
  return answer;
};

export async function stockBench(more: readonly Bound[] = [], domains: readonly Domain[] = []): Promise<StockBench> {
  const pages = [
    attributes,
    goodsPages,
    houses,
    bills,
    receiving,
    counts,
    ledger,
    months,
    organizations,
    mealPages,
    restaurants,
    more,
  ].flat();
  const bench = await unitBench([tenancy, consumption, stock, ...domains], pages);
  // What is enqueued runs where a test asks for it.
  bench.services.jobs = {
    define: () => undefined,
    schedule: async () => undefined,
    enqueue: async () => undefined,
  } as unknown as typeof bench.services.jobs;
  const keeper = await bench.as('CONTRACTOR', units.contractor);
  const other = colleague(bench, keeper);
  const rival = await bench.as('CONTRACTOR', units.otherContractor);
  const bill = `${erp}/stock_bill`;
  const draft: StockBench['draft'] = async (kind, storehouseId, lines, values = {}) =>
    must(await keeper.call<{ id: number }>(bill, 'create', { kind, storehouseId, lines, ...values })).id;
  const move: StockBench['move'] = (event, id, values = {}, by = keeper) => by.call(bill, event, { id, ...values });
  return {
    bench,
    keeper,
    other,
    rival,
    goods: async (name, values = {}) =>
      must(
        await keeper.call<{ id: number }>(`${erp}/goods`, 'create', {
          name,
          category: 'GRAIN',
          baseUnit: 'G',
          tracked: false,
          stored: 'DRY',
          supply: 'CENTRAL',
          ...values,
        }),
      ).id,
    house: async (name, values = {}) =>
      must(await keeper.call<{ id: number }>(`${erp}/storehouse`, 'create', { name, kind: 'NORMAL', ...values })).id,
    draft,
    move,
    post: async (kind, storehouseId, lines, values) => {
      const id = await draft(kind, storehouseId, lines, values);
      must(await move('submit', id));
      must(await move('post', id, {}, other));
      return id;
    },
    balance: async (storehouseId, goodsId) => {
      const { rows } = await bench.database.pool.query<{ qty: number; fen: number; reserved: number }>(
        `select qty, value_fen as fen, reserved_qty as reserved from stock_balance where storehouse_id = $1 and goods_id = $2`,
        [storehouseId, goodsId],
      );
      return rows[0] ?? { qty: 0, fen: 0, reserved: 0 };
    },
  };
}
