/** How search values become conditions. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import { contains } from './expression.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (handle) => new PostgresIntrospector(handle),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

test.each([
  ['张三', 'like'],
  ['10086', 'like'],
  ['8%_\\', 'like'],
  ['b12', 'ilike'],
  ['Ａ', 'ilike'],
  ['é1', 'ilike'],
])('a text is looked for whatever the case of its letters: %s', (text, operator) => {
  const { sql: said, parameters } = contains(sql.ref('name'), text).compile(db);
  expect(said).toBe(`"name" ${operator} $1`);
  expect(parameters).toEqual([`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`]);
});
