/** A canteen handed over in mid-month: each caterer sees the days it served, all of them and no others, wherever rows are kept by the day. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { domains } from '../../src/domains/index.ts';
import { addDays, dateAt } from '../../src/kit/server/clock.ts';
import { everything, type Scope, type TableScope } from '../../src/kit/server/query/scope.ts';
import { tableRules } from '../../src/kit/server/query/table-rules.ts';
import type { Tables } from '../../src/kit/server/query/tables.ts';
import { startTestServer, type TestApp } from '../support/server.ts';

type Caterer = 'contractor' | 'contractor2';
const daily = Object.entries(tableRules(domains)).filter(
  (rule): rule is [keyof Tables, TableScope & { day: string; restaurant: string }] =>
    rule[1] !== 'global' && !!rule[1].day,
);
let app: TestApp;
let restaurantId: number;
let handedOver: string;
const scopes = {} as Record<Caterer, Scope>;

beforeAll(async () => {
  app = await startTestServer();
  const { pool, scopeSource, db, clock } = app.services;
  handedOver = addDays(dateAt(clock.now()), -2);
  const { rows } = await pool.query<{ restaurantId: number; termId: number; organizationId: number }>(
    `select t.restaurant_id as "restaurantId", t.id as "termId", t.organization_id as "organizationId" from contract_restaurant t
     join organization o on o.id = t.organization_id where o.name = '青禾实验中学' order by t.id limit 1`,
  );
  const term = rows[0]!;
  restaurantId = term.restaurantId;
  const ids = await pool.query<{ name: Caterer; id: number }>(
    `select a.login_name as name, e.unit_id as id from employee e join account a on a.id = e.account_id
     where a.login_name in ('contractor', 'contractor2')`,
  );
  const second = ids.rows.find(({ name }) => name === 'contractor2')!.id;
  await pool.query('update contract_restaurant set to_date = $2 where id = $1', [term.termId, addDays(handedOver, -1)]);
  await pool.query(
    `insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
     select organization_id, $2, contract_id, restaurant_id, $3, $4, $4::date + 300 from contract_restaurant where id = $1`,
    [term.termId, await app.services.ids.next(), second, handedOver],
  );
  for (const { name, id } of ids.rows) {
    const unit = (await scopeSource.resolveScope(db, 'CONTRACTOR', id))!;
    scopes[name] = { ...everything, ...unit, unitType: 'CONTRACTOR', unitId: id };
  }
});
afterAll(() => app?.stop());

const rowsOf = (table: keyof Tables, rule: { day: string; restaurant: string }, scope: Scope) =>
  app.services
    .scoped(scope)
    .selectFrom(`${table} as t` as 'trade as t')
    .select([
      sql<string>`${sql.ref(`t.${rule.day}`)}::text`.as('day'),
      sql<number>`${sql.ref(`t.${rule.restaurant}`)}`.as('place'),
      sql<number>`count(*)::int`.as('rows'),
    ])
    .where(sql<boolean>`${sql.ref(`t.${rule.restaurant}`)} = ${restaurantId}`)
    .groupBy(['day', 'place'])
    .orderBy('day')
    .execute();

test('there are tables kept by the day, with rows before and after', async () => {
  expect(daily.map(([table]) => table)).toEqual(
    expect.arrayContaining(['trade', 'trade_list', 'consumed_by_place', 'consumed_by_people', 'meal_order']),
  );
  const all = await rowsOf('trade', { day: 'business_date', restaurant: 'restaurant_id' }, everything);
  expect(all.some(({ day }) => day < handedOver) && all.some(({ day }) => day >= handedOver)).toBe(true);
});

describe.each(daily)('%s', (table, rule) => {
  test('each caterer has exactly its own days', async () => {
    const all = await rowsOf(table, rule, everything);
    expect(await rowsOf(table, rule, scopes.contractor)).toEqual(all.filter(({ day }) => day < handedOver));
    expect(await rowsOf(table, rule, scopes.contractor2)).toEqual(all.filter(({ day }) => day >= handedOver));
  });
});

test('the name of the canteen stands beside the rows of who has left it; the canteen itself is out of its hands', async () => {
  await app.services.pool.query(
    `update restaurant set contractor_id = (select contractor_id from contract_restaurant t where t.restaurant_id = restaurant.id
       order by from_date desc limit 1) where id = $1`,
    [restaurantId],
  );
  const { scopeSource, db } = app.services;
  const unit = (await scopeSource.resolveScope(db, 'CONTRACTOR', scopes.contractor.unitId!))!;
  const scoped = app.services.scoped({ ...scopes.contractor, ...unit });
  const beside = await scoped
    .selectFrom('trade as t')
    .leftJoin('restaurant as r', 'r.id', 't.restaurant_id')
    .select('r.name')
    .distinct()
    .where('t.restaurant_id', '=', restaurantId)
    .execute();
  expect(beside).toEqual([{ name: expect.any(String) }]);
  expect(await scoped.selectFrom('restaurant').select('id').where('id', '=', restaurantId).execute()).toEqual([]);
});
