/** The tenant wall: every statement on a registered table carries the scope, and none runs without one. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { everything, type Scope, type TableScopes } from './scope.ts';
import { scopePlugin } from './scope-plugin.ts';

interface Dish {
  dish: { organization_id: number; id: number; name: string; restaurant_id: number };
  menu: { organization_id: number; id: number; dish_id: number };
  note: { id: number };
  role: { id: number; unit_type: string; unit_id: number };
  employee: { id: number; unit_type: string; unit_id: number };
  statement: { id: number; organization_id: number; contractor_id: number; agent_id: number };
  stray: { id: number };
  meals: { id: number };
  sale: { organization_id: number; id: number; restaurant_id: number; sold_on: string };
  sold: { organization_id: number; contractor_id: number };
  purse: { organization_id: number; id: number };
}

const rules: TableScopes = {
  sale: { organization: 'organization_id', restaurant: 'restaurant_id', day: 'sold_on' },
  sold: { organization: 'organization_id', caterer: 'contractor_id' },
  purse: { organization: 'organization_id', accounts: true },
  dish: { organization: 'organization_id', restaurant: 'restaurant_id' },
  menu: { organization: 'organization_id' },
  note: 'global',
  role: { own: ['unit_type', 'unit_id'] },
  employee: { unit: ['unit_type', 'unit_id'] },
  statement: {
    party: {
      ORGANIZATION: 'organization_id',
      CONTRACTOR: 'contractor_id',
      AGENT: [{ organization: 'organization_id' }, 'agent_id'],
    },
  },
};

const orders = {
  dish: {
    organization: 'organization_id',
    department: { table: 'menu', by: 'menu_id', column: 'department_id', unit: 'organization_id' },
  },
};

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

const open = (scope?: Scope) => new Kysely<Dish>({ dialect }).withPlugin(scopePlugin(rules, scope));
const school: Scope = {
  ...everything,
  unitType: 'ORGANIZATION',
  unitId: 7,
  agents: [],
  contractors: [],
  organizations: [7],
};
const caterer: Scope = { ...school, unitType: 'CONTRACTOR', unitId: 5, contractors: [5], organizations: [7, 8] };
const agent: Scope = { ...school, unitType: 'AGENT', unitId: 2, agents: [2], contractors: [5], organizations: [7, 8] };
const platform: Scope = { ...everything, unitType: 'PLATFORM', unitId: 1 };

describe('scope plugin', () => {
  test('narrows a select, also under an alias and beside own conditions', () => {
    const query = open(school)
      .selectFrom('dish as d')
      .selectAll()
      .where((eb) => eb.or([eb('d.id', '=', 1), eb('d.id', '=', 2)]))
      .compile();
    expect(query.sql).toBe(
      'select * from "dish" as "d" where (("d"."id" = $1 or "d"."id" = $2)) and "d"."organization_id" = $3',
    );
    expect(query.parameters).toEqual([1, 2, 7]);
  });

  test('narrows joins in their ON, so that left joins stay left joins', () => {
    const { sql } = open(school)
      .selectFrom('menu')
      .leftJoin('dish', 'dish.id', 'menu.dish_id')
      .select('menu.id')
      .compile();
    expect(sql).toContain('left join "dish" on ("dish"."id" = "menu"."dish_id") and "dish"."organization_id" = $1');
    expect(sql).toContain('where "menu"."organization_id" = $2');
  });

  test('narrows sub-selects, updates and deletes', () => {
    const db = open(school);
    expect(
      db
        .selectFrom((eb) => eb.selectFrom('dish').select('id').as('x'))
        .selectAll()
        .compile().sql,
    ).toContain('"dish"."organization_id" = $1');
    expect(db.updateTable('dish').set({ name: 'a' }).where('id', '=', 1).compile().sql).toContain(
      'and "dish"."organization_id" = $3',
    );
    expect(db.deleteFrom('dish').compile().sql).toBe('delete from "dish" where "dish"."organization_id" = $1');
  });

  test('a part built by the same handle is narrowed once, in unions too; one of another handle by both', () => {
    const db = open(school);
    const times = (text: string) => text.split('"dish"."organization_id" =').length - 1;
    const part = (from: Kysely<Dish>) => from.selectFrom('dish').select('id');
    const around = (...parts: ReturnType<typeof part>[]) =>
      db
        .selectFrom(parts.reduce((all, one) => all.unionAll(one)).as('x'))
        .select('x.id')
        .where('x.id', '>', 3)
        .compile().sql;
    expect(times(around(part(db)))).toBe(1);
    expect(times(around(part(db), part(db), part(db)))).toBe(3);
    expect(times(around(part(open(caterer))))).toBe(2);
  });

  test('several units compare with any; none sees nothing', () => {
    const two = open({ ...school, organizations: [7, 8] })
      .selectFrom('dish')
      .select('id')
      .compile();
    expect(two.sql).toContain('= any($1::bigint[])');
    const none = open({ ...school, organizations: [] })
      .selectFrom('dish')
      .select('id')
      .compile();
    expect(none.parameters).toEqual([[]]);
  });

  test('restaurants narrow where a table has them', () => {
    const query = open({ ...school, restaurants: [3] })
      .selectFrom('dish')
      .select('id')
      .compile();
    expect(query.sql).toContain('"dish"."restaurant_id" = $2');
  });

  const asked = (scope: Scope, table: 'role' | 'employee' | 'statement') => {
    const { sql, parameters } = open(scope).selectFrom(table).select('id').compile();
    return [sql.split(' where ')[1], ...parameters];
  };

  test('own rows are the unit’s alone, whatever it serves or looks after; the platform sees all', () => {
    const own = '("role"."unit_type" = $1 and "role"."unit_id" = $2)';
    expect(asked(caterer, 'role')).toEqual([own, 'CONTRACTOR', 5]);
    expect(asked(agent, 'role')).toEqual([own, 'AGENT', 2]);
    expect(asked(platform, 'role')).toEqual([undefined]);
    expect(asked(everything, 'role')).toEqual([undefined]);
  });

  test('staff are seen by their unit and by the agent that looks after it, not by a caterer that serves it', () => {
    expect(asked(school, 'employee').slice(1)).toEqual(['ORGANIZATION', 7]);
    expect(asked(caterer, 'employee').slice(1)).toEqual(['CONTRACTOR', 5]);
    expect(asked(agent, 'employee').slice(1)).toEqual(['AGENT', 2, 'CONTRACTOR', 5, 'ORGANIZATION', [7, 8]]);
  });

  test('rows between units are found by the column of the session’s kind alone', () => {
    expect(asked(school, 'statement')).toEqual(['"statement"."organization_id" = $1', 7]);
    // Serving the same school opens nothing of the other caterer's.
    expect(asked(caterer, 'statement')).toEqual(['"statement"."contractor_id" = $1', 5]);
    expect(asked(agent, 'statement')).toEqual([
      '("statement"."organization_id" = any($1::bigint[]) or "statement"."agent_id" = $2)',
      [7, 8],
      2,
    ]);
    expect(asked(platform, 'statement')).toEqual([undefined]);
  });

  const served = { terms: 'term', contractor: 5, organizations: [7, 9], restaurants: [3, 4] };

  test('rows of a day are those of the days on which the caterer served, there and then', () => {
    const { sql, parameters } = open({ ...caterer, restaurants: [3], served })
      .selectFrom('sale as s')
      .select('s.id')
      .compile();
    expect(sql).toContain('exists (select 1 from "term" as term where term.organization_id = "s"."organization_id"');
    expect(sql).toContain('"s"."sold_on" between term.from_date and term.to_date');
    expect(parameters).toEqual([[7, 9], 5, [3, 4]]);
    // Where no term is too old for the list of its restaurants, the terms are enough; beside the rows the list stays.
    const all = { ...caterer, restaurants: [3], served: { ...served, whole: true, forgets: false } };
    const sales = open(all).selectFrom('sale as s');
    expect(sales.select('s.id').compile().parameters).toEqual([[7, 9], 5]);
    expect(sales.leftJoin('dish as d', 'd.id', 's.id').select('d.name').compile().parameters).toEqual([
      [7, 9],
      [3, 4],
      [7, 9],
      5,
    ]);
    for (const less of [{ whole: false }, { forgets: true }])
      expect(
        open({ ...all, served: { ...all.served, ...less } })
          .selectFrom('sale')
          .select('id')
          .compile().parameters,
      ).toEqual([[7, 9], 5, [3, 4]]);
    // Whoever is no caterer sees every day.
    expect(open(school).selectFrom('sale').select('id').compile().sql).not.toContain('exists');
  });

  test('rows of all that a caterer served are its own, and nobody’s who is narrowed to some restaurants', () => {
    const of = (scope: Scope) => {
      const { sql, parameters } = open(scope).selectFrom('sold').select('contractor_id').compile();
      return [sql.split(' where ')[1], parameters];
    };
    const own = '"sold"."organization_id" = any($1::bigint[]) and "sold"."contractor_id" = $2';
    expect(of({ ...caterer, restaurants: [3], served: { ...served, whole: true } })).toEqual([own, [[7, 9], 5]]);
    const none = '"sold"."organization_id" = any($1::bigint[]) and false';
    expect(of({ ...caterer, restaurants: [3], served })).toEqual([none, [[7, 9]]]);
    expect(of({ ...agent, restaurants: [3] })).toEqual([none, [[7, 8]]]);
    expect(of(agent)).toEqual(['"sold"."organization_id" = any($1::bigint[])', [[7, 8]]]);
    expect(of({ ...platform, restaurants: [3] })).toEqual(['false', []]);
    expect(of(platform)).toEqual([undefined, []]);
  });

  test('unit by unit, the unit stands for all of the reach; a long reach is asked of what is joined beside, and looked up nowhere', () => {
    const unit = sql.ref<number>('reached.id');
    const sold = open({ ...caterer, served: { ...served, whole: true }, unit })
      .selectFrom('sold')
      .select('contractor_id');
    expect(sold.compile().sql).toContain(
      'where ("sold"."organization_id" = "reached"."id" and "reached"."id" = any($1::bigint[])) and "sold"."contractor_id" = $2',
    );
    const many = Array.from({ length: 21 }, (_, i) => i);
    const menus = open({ ...caterer, organizations: many })
      .selectFrom('menu as m')
      .select('m.id');
    const left = menus.leftJoin('dish as d', 'd.id', 'm.dish_id').compile().sql;
    expect(left).toContain('and "d"."organization_id" + 0 = any(');
    expect(left).toContain('where "m"."organization_id" = any(');
    const inner = menus.innerJoin('dish as d', 'd.id', 'm.dish_id').compile().sql;
    expect(inner).toContain('and "d"."organization_id" = any(');
  });

  test('names beside rows of a day are seen as far as those rows; rows kept by no day are not', () => {
    const scope = { ...caterer, organizations: [7], restaurants: [3], served };
    const joined = open(scope).selectFrom('sale as s').leftJoin('dish as d', 'd.id', 's.id').select('d.name').compile();
    expect(joined.parameters.slice(0, 2)).toEqual([
      [7, 9],
      [3, 4],
    ]);
    expect(open(scope).selectFrom('dish').select('id').compile().parameters).toEqual([7, 3]);
  });

  test('accounts of diners are open to a caterer where the organization says so', () => {
    const asOf = (accounts: Scope['accounts']) =>
      open({ ...caterer, accounts })
        .selectFrom('purse')
        .select('id')
        .compile().parameters;
    expect(asOf([8])).toEqual([[7, 8], 8]);
    expect(asOf([])).toEqual([[7, 8], []]);
    expect(open(school).selectFrom('purse').select('id').compile().parameters).toEqual([7]);
  });

  test('a scope of no unit that does not see all sees no rows of units', () => {
    const odd: Scope = { ...everything, organizations: [7] };
    for (const table of ['role', 'employee', 'statement'] as const) expect(asked(odd, table)).toEqual(['false']);
  });

  test('a table that no domain lists is refused, in every kind of statement', () => {
    const db = open(school);
    const why = 'table stray is listed by no domain';
    expect(() => db.selectFrom('stray').selectAll().compile()).toThrow(why);
    expect(() => db.selectFrom('dish').innerJoin('stray', 'stray.id', 'dish.id').select('dish.id').compile()).toThrow(
      why,
    );
    expect(() => db.insertInto('stray').values({ id: 1 }).compile()).toThrow(why);
    expect(() => db.updateTable('stray').set({ id: 1 }).compile()).toThrow(why);
    expect(() => db.deleteFrom('stray').compile()).toThrow(why);
  });

  test('a WITH part is no table, is narrowed within, and may not hide one', () => {
    const query = open(school)
      .with('meals', (q) => q.selectFrom('dish').select('id'))
      .selectFrom('meals')
      .select('id')
      .compile();
    expect(query.sql).toContain('"dish"."organization_id" = $1');
    expect(() =>
      open(school)
        .with('menu', (q) => q.selectFrom('dish').select('id'))
        .selectFrom('menu')
        .select('id')
        .compile(),
    ).toThrow('may not bear the name');
  });

  test('a statement on a tenant table without a scope is refused, others pass', () => {
    expect(() => open().selectFrom('dish').selectAll().compile()).toThrow(/without a scope/);
    expect(() =>
      open().insertInto('dish').values({ organization_id: 1, id: 1, name: '', restaurant_id: 1 }).compile(),
    ).toThrow(/without a scope/);
    expect(open().selectFrom('note').selectAll().compile().sql).toBe('select * from "note"');
  });

  test('rows that name a record go with the departments of that record', () => {
    const db = new Kysely<Dish>({ dialect }).withPlugin(scopePlugin(orders, { ...school, departments: [70, 71] }));
    const { sql: text, parameters } = db.selectFrom('dish as d').select('d.id').compile();
    expect(text).toContain(
      'exists (select 1 from "menu" as within where within."organization_id" = "d"."organization_id"',
    );
    expect(text).toContain('within.id = "d"."menu_id" and "within"."department_id" = any($2::bigint[])');
    expect(parameters).toEqual([7, [70, 71]]);
  });
});
