/** Migrations that would keep a table of the lunch rush to themselves, or take away what the version before uses, are told from others. */
import { expect, test } from 'vitest';
import { readCatalog } from '../src/kit/server/db/catalog.ts';
import { testDatabase } from '../tests/support/postgres.ts';
import { hotTables, lockBreaks, ruledFrom, statementsOf } from './lock-rule.ts';

const breaks = (sql: string, number = ruledFrom) => lockBreaks({ number, name: 'x.sql', sql });

test('statements end at their semicolons, not at those of bodies, texts and comments', () => {
  const sql = `-- one; two
    create table a (b text default ';'); create function f() returns void language plpgsql as $$ begin null; end $$;
    /* ; */ select 1`;
  expect(statementsOf(sql).map((one) => one.slice(0, 13))).toEqual(['create table ', 'create functi', 'select 1']);
});

test.each([
  'create index x on trade (organization_id)',
  'create unique index if not exists x on only posting_row (organization_id)',
  'alter table wallet alter column note type varchar(10)',
  'alter table person alter note set not null',
  'alter table meal_order add constraint c check (heads > 0)',
  'alter table trade add foreign key (a) references b',
  'alter table trade add column at timestamptz default clock_timestamp()',
  'update wallet set version = 0',
  'delete from system_log',
  'truncate trade',
  'alter table trade drop column note',
  'alter table quiet_table drop column note',
  'alter table quiet_table add column a int, rename column b to c',
  'alter table quiet_table rename to other_table',
  'drop table if exists quiet_table',
  "alter table quiet_table add column a int not null, add column b text not null default ''",
])('%s is refused', (sql) => {
  expect(breaks(sql)).toEqual([expect.stringMatching(/^x\.sql: \w+: ./)]);
});

test.each([
  'create index concurrently x on trade (organization_id)',
  'create index x on quiet_table (organization_id)',
  "alter table trade add column note text not null default ''",
  'alter table trade add constraint c check (heads > 0) not valid',
  'alter table trade validate constraint c',
  "update person set remark = '' where organization_id = 1 and id = 2",
  'create table passage (a int); create index x on passage (a)',
  'alter table quiet_table add check (a is not null) not valid',
  'create table quiet_table (a int); alter table quiet_table drop column a; drop table quiet_table',
  '-- contract: nothing since 1.4 reads it\ndrop table quiet_table; alter table trade drop column note',
  "alter table quiet_table add column a int, add column b text not null default '', drop constraint c, alter b drop default",
  '-- stop: amounts are written otherwise\ntruncate trade; alter table trade rename to trade_before',
])('%s is not', (sql) => {
  expect(breaks(sql)).toEqual([]);
});

test('what was written before stands', () => {
  expect(breaks('truncate trade', ruledFrom - 1)).toEqual([]);
});

test('the hot tables are tables of this schema', async () => {
  const database = await testDatabase();
  try {
    const { columns } = await readCatalog(database.pool);
    const tables = new Set(columns.filter((one) => !one.view).map((one) => one.table));
    expect(hotTables.filter((table) => !tables.has(table))).toEqual([]);
  } finally {
    await database.drop();
  }
});
