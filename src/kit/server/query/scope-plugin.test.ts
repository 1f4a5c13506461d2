/** The tenant wall: every statement on a registered table carries the scope, and none runs without one. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, test } from 'vitest';
import { everything, type Scope } from './scope.ts';
import { scopePlugin } from './scope-plugin.ts';

interface Dish {
  dish: { organization_id: number; id: number; name: string; restaurant_id: number };
  menu: { organization_id: number; id: number; dish_id: number };
  note: { id: number };
  role: { id: number; unit_type: string; unit_id: number };
}

const rules = {
  dish: { organization: 'organization_id', restaurant: 'restaurant_id' },
  menu: { organization: 'organization_id' },
  role: { unit: ['unit_type', 'unit_id'] as const },
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

  test('tables of any unit match own and lower units only', () => {
    const query = open(school).selectFrom('role').select('id').compile();
    expect(query.sql).toContain('("role"."unit_type" = ');
    expect(query.parameters).toEqual(['AGENT', [], 'CONTRACTOR', [], 'ORGANIZATION', 7]);
  });

  test('a statement on a tenant table without a scope is refused, others pass', () => {
    expect(() => open().selectFrom('dish').selectAll().compile()).toThrow(/without a scope/);
    expect(() =>
      open().insertInto('dish').values({ organization_id: 1, id: 1, name: '', restaurant_id: 1 }).compile(),
    ).toThrow(/without a scope/);
    expect(open().selectFrom('note').selectAll().compile().sql).toBe('select * from "note"');
  });
});
