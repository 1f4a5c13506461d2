/** A mistake planted in a new page is refused by a sentence that names page, key and what to do; no database is needed. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../define/blocks.ts';
import { choice, date, type Fields, money, ref, text } from '../../../define/field.ts';
import { type AnyPage, anyPage } from '../../../define/page.ts';
import { type Bound, bind, type Expr } from '../binding.ts';
import { createRegistry } from '../registry.ts';
import { pageFaults } from './page-faults.ts';
import { registryFaults } from './registry-faults.ts';

const schema = `
create table bill (
  id bigint primary key,
  organization_id bigint not null,
  name text not null,
  day date not null, -- the index is spoken of here alone
  amount_fen bigint not null
);
create index bill_name on bill (organization_id, name);
create table shelf (
  id bigint primary key,
  built_on date not null
);`;

/** Whose the rows are, as their domain lists it. */
const domains = [{ name: 'shop', tables: { bill: { organization: 'organization_id' } } }] as const;

const shelf = bind(
  anyPage({
    title: 'Shelf',
    kind: 'list',
    places: [{ path: '/admin/organization/shelf', menu: null }],
    fields: { name: text('Name'), day: date('Day') },
    list: { columns: ['name'], search: ['name', 'day'] },
    form: { sections: [{ fields: ['name'] }] },
  }),
  {
    list: {
      from: () => ({ toOperationNode: () => ({ kind: 'SelectQueryNode' }) }) as never,
      columns: { name: 's.name', day: 's.day' },
      id: 's.id',
    },
    options: async () => [],
  },
);
/** Answers no choices. */
const wall = bind(
  anyPage({ title: 'Wall', kind: 'custom', places: [{ path: '/admin/organization/wall', menu: null }], fields: {} }),
  {},
);

const whole: AnyPage = {
  title: 'Bill',
  kind: 'list',
  places: [{ path: '/admin/organization/bill', menu: null }],
  fields: {
    name: text('Name', { sortable: true }),
    day: date('Day'),
    state: choice('State', [{ value: 'OPEN', label: 'Open' }]),
    amountFen: money('Amount'),
    shelfId: ref('Shelf', '/admin/organization/shelf'),
  },
  list: {
    columns: ['name', 'day', 'amountFen', 'shelfId'],
    totals: ['amountFen'],
    row: [
      { key: 'pay', label: 'Pay', confirm: 'Pay {amountFen} from {shelfName}?' },
      { key: 'shelf', label: 'Shelf', open: '/admin/organization/shelf?name={name}&day=*' },
    ],
    drills: { amountFen: { path: '/admin/organization/shelf', search: (row) => ({ day: [row.day, row.day] }) } },
  },
  form: {
    sections: [{ fields: ['name'] }],
    submit: 'Pay {amountFen}',
    opens: '/admin/organization/bill/record?id={id}',
  },
};
const server = (page: AnyPage): Bound =>
  bind(page, {
    list: {
      from: (db) => db.selectFrom('bill as b' as never).leftJoin('shelf as s' as never, (on) => on.onTrue()) as never,
      columns: Object.fromEntries(
        Object.keys(page.fields).map((key) => [key, `b.${key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`]),
      ),
      names: { shelfId: 's.name' },
      id: 'b.id',
    },
    create: async () => ({ id: 1 }),
    actions: { pay: async () => null },
  });

/** Everything that keeps the product from starting with this page in it. */
function faults(bound: Bound, unbound: readonly AnyPage[] = []): string[] {
  const alone = pageFaults(bound);
  if (alone.length > 0) return alone;
  const registry = createRegistry([shelf, wall, bound]);
  return registryFaults({ registry, definitions: [bound.page, ...unbound], migrations: [schema], domains });
}
const page = (change: Partial<AnyPage>): string[] => faults(server({ ...whole, ...change }));
const field = (fields: AnyPage['fields']) => page({ fields: { ...whole.fields, ...fields } });
const list = (change: Partial<NonNullable<AnyPage['list']>>) => page({ list: { ...whole.list!, ...change } });
/** The list with its day read there. */
function sortedBy(day: Expr, more: { grouped?: true } = {}): string[] {
  const bound = server({ ...whole, fields: { ...whole.fields, day: date('Day', { sortable: true }) } });
  const { list } = bound.binding;
  return faults({
    ...bound,
    binding: { ...bound.binding, list: { ...list!, ...more, columns: { ...list!.columns, day } } },
  });
}
const row = (action: Partial<{ confirm: string; open: string; form: Fields }>) =>
  list({ row: [{ key: 'go', label: 'Go', open: '/admin/organization/shelf', ...action }] });

const here = 'Bill (/admin/organization/bill): ';

test('a page without mistakes is fine', () => {
  expect(faults(server(whole))).toEqual([]);
});

describe('a planted mistake is named:', () => {
  test.each<[string, () => string[], string]>([
    [
      'a page without its server side',
      () =>
        faults(server(whole), [{ ...whole, title: 'New', places: [{ path: '/admin/organization/new', menu: null }] }]),
      'New (/admin/organization/new): server side is missing: write the .server.ts beside it with bind(page, …)',
    ],
    [
      'a ref to a page that answers no choices',
      () => field({ wallId: ref('Wall', '/admin/organization/wall') }),
      `${here}wallId refers to /admin/organization/wall, which answers no choices: give that page's binding options`,
    ],
    [
      'a ref of a dialog to a page that is not there',
      () =>
        faults({
          ...server({
            ...whole,
            list: {
              ...whole.list!,
              row: [{ key: 'pay', label: 'Pay', form: { toId: ref('To', '/admin/organization/none') } }],
            },
          }),
        }),
      `${here}pay.toId refers to /admin/organization/none, where no page is: name an entity, or the path of a page`,
    ],
    [
      'a button that opens nothing',
      () => row({ open: '/admin/organization/wall/form?id={id}' }),
      `${here}go leads to /admin/organization/wall/form, where no page is: name the path of a page, or of its /form`,
    ],
    [
      'a button that asks what its target does not search',
      () => row({ open: '/admin/organization/shelf?colour=red' }),
      `${here}go asks Shelf (/admin/organization/shelf) for colour, which that page does not take: search it there, or leave colour out`,
    ],
    [
      'a figure that asks what its target does not search',
      () =>
        list({ drills: { amountFen: { path: '/admin/organization/shelf', search: (r) => ({ billName: r.name }) } } }),
      `${here}amountFen asks Shelf (/admin/organization/shelf) for billName, which that page does not take: search it there, or leave billName out`,
    ],
    [
      'a question with a hole that no field fills',
      () => list({ row: [{ key: 'pay', label: 'Pay', confirm: 'Pay {amount}?' }] }),
      `${here}{amount} in confirm of pay is no field: name a key of fields; its value stands there`,
    ],
    [
      'a location with a hole that no field fills',
      () => row({ open: '/admin/organization/shelf?name={title}' }),
      `${here}{title} in open of go is no field: name a key of fields; its value stands there`,
    ],
    [
      'a field asked by the outcome of a button that states none',
      () => row({ form: { why: text('Why', { whenTold: true }) } }),
      `${here}why of go is asked by an outcome that it does not state: say outcome: true on the button`,
    ],
    [
      'a form that states an outcome nobody answers',
      () => page({ form: { ...whole.form!, outcome: true } }),
      `${here}form states an outcome nobody answers: give outcomes.create, or list create among outsideTransaction`,
    ],
    [
      'a dashboard whose blocks are told nothing',
      () => page({ blocks: [blocksOf<string[]>().notes('Told', (told) => told)] }),
      `${here}blocks are told nothing: answer verbs.figures`,
    ],
    [
      'a verb with a hole that no field fills',
      () => page({ form: { ...whole.form!, submit: 'Pay {sumFen}' } }),
      `${here}{sumFen} in form.submit is no field: name a key of fields; its value stands there`,
    ],
    [
      'a tool that reads a row',
      () => list({ tools: [{ key: 'all', label: 'All', open: '/admin/organization/shelf?name={name}' }] }),
      `${here}{name} in open of all is no field: a tool has no row; leave it out or make it a row button`,
    ],
    [
      'money that does not say its unit',
      () => field({ tip: money('Tip') }),
      `${here}tip is money without its unit: call it tipFen`,
    ],
    [
      'a total of no field',
      () => list({ totals: ['sumFen'] }),
      `${here}sumFen in list.totals is no field: name a key of fields, or add the field`,
    ],
    [
      'a column of no field',
      () => list({ columns: ['name', 'colour'] }),
      `${here}colour in list.columns is no field: name a key of fields, or add the field`,
    ],
    [
      'an important column of no field',
      () => list({ important: ['colour'] }),
      `${here}colour in list.important is no field: name a key of fields, or add the field`,
    ],
    [
      'a sort that no index carries',
      () => field({ day: date('Day', { sortable: true }) }),
      `${here}day is sortable and no index carries it: add an index on bill (its tenant column, day) in a migration, or take sortable away`,
    ],
    [
      'a sort by a joined column that no index carries',
      () => sortedBy('s.built_on'),
      `${here}day is sortable and no index carries it: add an index on shelf (its tenant column, built_on) in a migration, or take sortable away`,
    ],
    [
      'a sort by what is computed',
      () => sortedBy(sql`now()`),
      `${here}day is sortable and computed: take sortable away, or keep it in a column with an index`,
    ],
    [
      'a button that nobody runs',
      () => list({ row: [{ key: 'burn', label: 'Burn' }] }),
      `${here}burn is a button and not bound: give actions.burn`,
    ],
  ])('%s', (_, plant, sentence) => {
    expect(plant()).toEqual([sentence]);
  });
});

test('the own order of a list cut by days needs no index', () => {
  const bound = server({ ...whole, list: { ...whole.list!, row: [] } });
  const cut = { ...bound, binding: { ...bound.binding, list: { ...bound.binding.list!, partition: 'b.day' } } };
  const asked = (sort: string) => ({ ...cut, page: { ...cut.page, list: { ...cut.page.list!, sort } } });
  const faults = (sort: string) =>
    registryFaults({
      registry: createRegistry([shelf, wall, asked(sort)]),
      definitions: [],
      migrations: [schema, 'drop index bill_name;'],
      domains,
    });
  expect(faults('-name')).toEqual([]);
  expect(faults('-id')).toHaveLength(1);
});

test('a list of few rows, and one that adds lines up, sorts what it has read', () => {
  expect([carries(''), carries('', { from: { few: true } })]).toEqual([false, true]);
  expect(sortedBy(sql`now()`, { grouped: true })).toEqual([]);
});

test('an index that was dropped carries nothing', () => {
  const bound = server({ ...whole, list: { ...whole.list!, row: [] } });
  const registry = createRegistry([shelf, wall, bound]);
  const migrations = [schema, 'drop index bill_name;'];
  expect(registryFaults({ registry, definitions: [], migrations, domains })).toEqual([
    expect.stringContaining('name is sortable and no index carries it'),
  ]);
});

/** The list by its day, with these statements beside the schema; what the list and its page say besides. */
function carries(
  statement: string,
  more: { of?: AnyPage['of']; search?: NonNullable<AnyPage['list']>['search']; from?: object } = {},
): boolean {
  const fields = { ...whole.fields, day: date('Day', { sortable: true }) };
  const { form: _, ...read } = whole;
  const { page, binding } = server({
    ...read,
    fields,
    list: { ...whole.list!, row: [], ...(more.search && { search: more.search }) },
    ...(more.of && { of: more.of }),
  });
  const list = { ...binding.list!, ...more.from };
  const found = registryFaults({
    registry: createRegistry([shelf, wall, { page, binding: { list } }]),
    definitions: [],
    migrations: [schema, statement],
    domains,
  });
  expect(found.every((fault) => fault.includes('day is sortable and no index carries it'))).toBe(true);
  return found.length === 0;
}

test('an index carries a sort that it leads to', () => {
  expect(carries('create index a on bill (organization_id, day desc nulls last, id);')).toBe(true);
  expect(carries('create index a on bill (day);')).toBe(true);
  expect(carries('create index a on bill using btree (organization_id, day) include (name);')).toBe(true);
  expect(carries('alter table bill add constraint a unique (organization_id, day);')).toBe(true);
  expect(carries('alter table bill\n  add column day_no int,\n  add unique (day, name);')).toBe(true);
});

test('an index that has another column before it, or is in no order of it, does not', () => {
  expect(carries('create index a on bill (organization_id, name, day);')).toBe(false);
  expect(carries('create index a on bill (name, day);')).toBe(false);
  expect(carries('alter table bill add constraint a unique (name, day);')).toBe(false);
  expect(carries("create index a on bill (organization_id, date_trunc('month', day));")).toBe(false);
  expect(carries('create index a on bill using gin (day);')).toBe(false);
  expect(carries('create index a on bill (organization_id, name) include (day);')).toBe(false);
});

test('what a list lays down or begins with, and the record its lines belong to, may stand before the column', () => {
  const named = {
    from: {
      from: (db: Parameters<NonNullable<Bound['binding']['list']>['from']>[0]) =>
        db.selectFrom('bill as b' as never).where('b.name' as never, '=', 'kept' as never) as never,
    },
  };
  const byName = 'create index a on bill (organization_id, name, day);';
  expect([carries(byName), carries(byName, named)]).toEqual([false, true]);
  const byShelf = 'create index a on bill (shelf_id, day);';
  const ofShelf: AnyPage['of'] = { page: shelf.page, by: 'shelfId' };
  expect([carries(byShelf), carries(byShelf, { of: ofShelf })]).toEqual([false, true]);
  const searched = (initial?: string) => carries(byName, { search: [{ key: 'name', ...(initial && { initial }) }] });
  expect([searched(), searched('kept')]).toEqual([false, true]);
  // An index of some rows holds the list's only where the list says so itself.
  const some = (value: string) => `create index a on bill (organization_id, day) where name = '${value}';`;
  expect([carries(some('kept')), carries(some('kept'), named), carries(some('lost'), named)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('rows of a list are records: what is made in code for a search says so', () => {
  const made = (change: Partial<AnyPage>, more: Bound['binding'] = {}) => {
    const { drills: _, row: _row, ...list } = whole.list!;
    const { create } = server(whole).binding;
    const bound = {
      ...server(whole),
      binding: { rows: async () => [], query: async () => ({}) as never, create, ...more },
    };
    return faults({ ...bound, page: { ...whole, list, ...change } });
  };
  expect(made({})).toEqual([
    `${here}list has rows without records: give list over a table, get for one of them, or make it a report`,
  ]);
  expect(made({ kind: 'report', form: undefined } as never)).toEqual([]);
  expect(made({}, { get: async () => ({}) })).toEqual([]);
});

test('a duty is said of a verb of the page', () => {
  expect(page({ verbs: { vouch: 'Vouch' }, duties: { vouch: 'check' } })).toEqual([]);
  expect(page({ duties: { fly: 'make' } })).toEqual([`${here}fly in duties is no verb: name a verb of the page`]);
});

test('what belongs to a page writes by a right that roles can be given', () => {
  const { form: _, list, ...read } = whole;
  const owner = anyPage({ ...read, list: { columns: list!.columns } } as never);
  expect(page({ of: { page: owner } }).filter((fault) => fault.includes('rides'))).not.toEqual([]);
  expect(
    page({ of: { page: { ...owner, verbs: { arrange: 'Arrange' } } } }).filter((f) => f.includes('rides')),
  ).toEqual([]);
});

test('what a field asks for to be seen is a verb of the page', () => {
  const fields = { ...whole.fields, cost: text('Cost', { sees: 'cost' }) };
  expect(page({ fields, verbs: { cost: 'Cost' } } as never)).toEqual([]);
  expect(page({ fields } as never)).toEqual([
    `${here}cost is seen by a verb the page has not: name it under verbs, of the page it belongs to`,
  ]);
});

test('a witness is asked for by a verb of the page, on a verb of the page', () => {
  const witness = { needs: 'vouch' };
  expect(page({ verbs: { vouch: 'Vouch' }, form: { ...whole.form!, witness } })).toEqual([]);
  expect(page({ form: { ...whole.form!, witness } })).toEqual([
    `${here}form asks a witness for vouch, no verb of the page: name it under verbs`,
  ]);
  expect(page({ verbs: { vouch: 'Vouch' }, witness: { shut: witness } })).toEqual([
    `${here}shut has a witness and is no verb: name a key of verbs, or say it on the action`,
  ]);
});

test('what is offered to be undone is undone by a button of the rows, given all it asks for', () => {
  expect(page({ form: { ...whole.form!, undo: { key: 'gone' } } })).toEqual([
    `${here}gone undoes and is no button of a row: name one of list.row`,
  ]);
  const back = { key: 'back', label: 'Back', form: { reason: text('Reason', { required: true }) } };
  const undone = (undo: { key: string; values?: Record<string, unknown> }) =>
    page({ list: { ...whole.list!, row: [back] }, form: { ...whole.form!, undo } }).filter((fault) =>
      fault.includes('undo'),
    );
  expect(undone({ key: 'back' })).toEqual([`${here}back.reason is required and not among undo.values: give it`]);
  expect(undone({ key: 'back', values: { reason: 'x' } })).toEqual([]);
});

test('rules with versions list them, and foresee what they say they do', () => {
  expect(page({ versions: {} })).toEqual([
    `${here}versions are listed nowhere: add a page by versionsPage and bindVersions`,
  ]);
  expect(page({ versions: { foresees: true } })).toEqual([`${here}versions foresees and is not bound: give foresee`]);
});

test('what a domain finds between its standing data and the pages is said too', () => {
  const registry = createRegistry([wall]);
  const domains = [
    {
      name: 'shop',
      tables: {},
      faults: (seen: typeof registry) => (seen.at('/admin/organization/wall') ? ['role Mason: …'] : []),
    },
  ];
  expect(registryFaults({ registry, definitions: [], migrations: [], domains })).toEqual(['role Mason: …']);
});
