/** The lists of tables and the database agree, or the server does not start. */
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/postgres.ts';
import { domains } from '../../../domains/index.ts';
import { readCatalog } from '../db/catalog.ts';
import { tableFaults, tableRules } from './table-rules.ts';

const columns = (table: string, ...names: string[]) =>
  names.map((column) => ({
    table,
    column,
    type: 'int8',
    array: false,
    notNull: true,
    view: false,
    generated: false,
    enumerated: false,
  }));
const catalog = (comments: [string, string][], ...all: ReturnType<typeof columns>[]) => ({
  columns: all.flat(),
  comments: new Map(comments),
});

test('the domains list every table of the database, by columns it has', async () => {
  const database = await testDatabase();
  try {
    expect(tableFaults(tableRules(domains), await readCatalog(database.pool))).toEqual([]);
  } finally {
    await database.drop();
  }
});

test('each disagreement is a sentence that says what to do', () => {
  const found = tableFaults(
    {
      dish: { organization: 'organization_id', restaurant: 'place_id' },
      gone: 'global',
      bill: 'global',
      menu: 'global',
    },
    catalog([['menu', 'not-tenant: of the program']], columns('dish', 'organization_id'), columns('menu', 'unit_id'), [
      ...columns('bill', 'organization_id'),
      ...columns('stray', 'id'),
    ]),
  );
  expect(found.map((line) => line.split(':')[0])).toEqual([
    'table stray is listed by no domain',
    'table dish is narrowed by place_id, a column it does not have',
    'table gone is listed and not in the database',
    'table bill is listed as global and has organization_id',
  ]);
});

test('a table listed twice is refused', () => {
  const dish = { dish: 'global' } as const;
  expect(() =>
    tableRules([
      { name: 'menu', tables: dish },
      { name: 'stock', tables: dish },
    ]),
  ).toThrow('table dish is listed twice, the second time by stock');
});
