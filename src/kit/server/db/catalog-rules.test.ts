/** Each schema rule finds its break, and the real schema and all row types keep every rule. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/postgres.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { columnKindBreaks, distributionBreaks, rowTypeBreaks, tenantBreaks } from './catalog-rules.ts';
import { readRowTypes } from './row-types.ts';

const brokenSchema = `
create table person (organization_id bigint not null, id bigint not null, name text not null, note text,
  primary key (organization_id, id));
create unique index person_turned on person (id, organization_id);
create type mood as enum ('a');
create table loose (
  organization_id bigint, id bigint primary key generated always as identity, code text unique, feeling mood,
  at timestamp, amount_fen int, person_id bigint, extra jsonb not null,
  constraint loose_person foreign key (person_id, organization_id) references person (id, organization_id));
create table many (organization_id bigint not null, id bigint not null, amount_fen int, rate_fen smallint, primary key (id, organization_id));
create unique index many_turned on many (id, organization_id);
comment on table many is 'lean: a row for every swipe';
create table joint (organization_id bigint not null, contractor_id bigint not null, primary key (contractor_id));
comment on table joint is 'not-tenant: joins two units';
create view person_name as select organization_id, name from person;
create table parted (organization_id bigint not null, day date not null, primary key (organization_id, day))
  partition by range (day);
create table parted_1 partition of parted for values from ('2026-01-01') to ('2027-01-01');
create table nest (organization_id bigint not null, kind int not null, day date not null,
  primary key (organization_id, kind, day)) partition by list (kind);
create table nest_1 partition of nest for values in (1) partition by range (day);
create table whole (n bigint not null) partition by range (n);
create table stay (organization_id bigint not null, id bigint not null, days daterange not null,
  primary key (organization_id, id), constraint stay_once exclude using gist (days with &&));
`;

describe('a schema that breaks the rules', () => {
  let db: TestDatabase;
  let catalog: Catalog;
  beforeAll(async () => {
    db = await testDatabase({ empty: true });
    await db.pool.query(brokenSchema);
    catalog = await readCatalog(db.pool);
  });
  afterAll(() => db.drop());

  test('tenant keys', () => {
    expect(tenantBreaks(catalog)).toEqual([
      'loose.organization_id takes null',
      'loose: loose_code_key must begin with organization_id',
      'loose: loose_person must begin with organization_id',
      'loose: loose_person must point at organization_id first',
      'loose: loose_pkey must begin with organization_id',
      'many: many_turned must begin with organization_id',
      'person: person_turned must begin with organization_id',
    ]);
  });

  test('spreading over machines', () => {
    expect(distributionBreaks(catalog)).toEqual([
      'whole lies in partitions, and whole on every machine',
      'nest has partitions in partitions',
      'stay: stay_once must compare organization_id by =',
    ]);
  });

  test('what an extension brought is the extension’s', async () => {
    await db.pool.query(
      'create extension lo; create view pg_figures as select 1; alter extension lo add view pg_figures',
    );
    const { columns } = await readCatalog(db.pool);
    expect(new Set(columns.map((one) => one.table))).toEqual(new Set(catalog.columns.map((one) => one.table)));
  });

  test('kinds of columns', () => {
    expect(columnKindBreaks(catalog)).toEqual([
      'loose.id: ids come from the application, not from the database',
      'loose.feeling: text with a CHECK instead of a native enum',
      'loose.at: timestamptz instead of timestamp',
      'loose.amount_fen: money is bigint',
      'many.rate_fen: money is bigint',
    ]);
  });

  test('row types', () => {
    const types = readRowTypes(`
      interface PersonRow { organization_id: string; id: number; note: string; extra: boolean | null }
      interface NameRow { organization_id: number; name: string }
      interface MyTables { person: PersonRow; person_name: NameRow; gone: NameRow }`);
    expect(rowTypeBreaks(types, catalog)).toEqual([
      'person.name: missing in the row type',
      'person.organization_id: number in the database, string in the row type',
      'person.note: string | null in the database, string in the row type',
      'person.extra: no such column',
      'gone: no such table',
    ]);
  });
});

describe('the schema of this product', () => {
  let db: TestDatabase;
  let catalog: Catalog;
  beforeAll(async () => {
    db = await testDatabase();
    catalog = await readCatalog(db.pool);
  });
  afterAll(() => db.drop());

  test('organization_id leads every key of tenant tables', () => {
    expect(tenantBreaks(catalog)).toEqual([]);
  });

  test('every tenant table may be spread over machines by organization_id, but for what docs/scale.md names', () => {
    expect(distributionBreaks(catalog)).toEqual([
      // Terminals go from unit to unit and are few: they stay whole on every machine, and lose this one key there.
      'device: device_organization_id_deploy_site_id_fkey points at deploy_site, which is spread by organization_id',
      // These two are large and no unit's: a merchant's bills and a storehouse's book are spread by their own owner.
      'merchant_bill_line lies in partitions, and whole on every machine',
      'stock_entry lies in partitions, and whole on every machine',
      // Plain swipes and the others become two tables there.
      'trade has partitions in partitions',
      // Compares ranges of one: = needs an operator class that not every PostgreSQL brings.
      'contract_restaurant: contract_restaurant_once must compare organization_id by =',
    ]);
    const tenants = new Set(catalog.columns.filter((one) => one.column === 'organization_id').map((one) => one.table));
    // The large ones are among them.
    for (const table of ['trade', 'posting', 'ledger_entry', 'person', 'wallet', 'meal_order'])
      expect(tenants).toContain(table);
  });

  test('columns are of the kinds the house uses', () => {
    expect(columnKindBreaks(catalog)).toEqual([]);
  });

  test('row types match the tables', async () => {
    const source = fileURLToPath(new URL('../../..', import.meta.url));
    const names = (await readdir(source, { recursive: true })).filter((name) => /(^|[\\/])tables\.ts$/.test(name));
    expect(names.length).toBeGreaterThan(0);
    const breaks: string[] = [];
    for (const name of names.sort()) {
      const types = readRowTypes(await readFile(join(source, name), 'utf8'));
      breaks.push(...rowTypeBreaks(types, catalog).map((line) => `${name}: ${line}`));
    }
    expect(breaks).toEqual([]);
  });
});
