/** Totals of whole units and caterers out of sums since the first of the month: whatever has happened to a day, they say what was written. */
import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { unitTotals } from '../../src/domains/consumption/public.server.ts';
import { runRules, runTotals, type UnitKey } from '../../src/domains/consumption/testing.ts';
import { domains } from '../../src/domains/index.ts';
import { openPurses } from '../../src/domains/wallet/public.server.ts';
import { foldDays, runNight } from '../../src/domains/wallet/testing.ts';
import { lastOfMonth } from '../../src/kit/define/month.ts';
import { addDays, dateAt } from '../../src/kit/server/clock.ts';
import type { Ctx } from '../../src/kit/server/context.ts';
import { everything, type Scope, type Served } from '../../src/kit/server/query/scope.ts';
import { scopePlugin } from '../../src/kit/server/query/scope-plugin.ts';
import { tableRules } from '../../src/kit/server/query/table-rules.ts';
import type { Tables } from '../../src/kit/server/query/tables.ts';
import { ask, bench, consume, organizationId as one, place, posted } from './support.ts';

const b = bench();
const dayMs = 24 * 3_600_000;
/** Another unit, and two caterers. */
const two = 7002;
const [first, second] = [501, 502];
const rules = tableRules(domains);
const person: Record<number, number> = {};
const terms: { organizationId: number; restaurantId: number; contractorId: number }[] = [
  { organizationId: one, restaurantId: 11, contractorId: first },
  { organizationId: two, restaurantId: 11, contractorId: first },
  { organizationId: two, restaurantId: 12, contractorId: second },
];
let begin: string;

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  b.database.pool.query<Row>(text, values).then(({ rows }) => rows);
const today = () => dateAt(b.clock.now());
const serve = async (
  { organizationId, restaurantId, contractorId }: (typeof terms)[number],
  from: string,
  to = '2027-12-31',
) => {
  const [id] = await b.ids.take(1);
  await query(
    `insert into contract_restaurant (organization_id, id, contract_id, restaurant_id, contractor_id, from_date, to_date)
     values ($1, $2, $2, $3, $4, $5, $6)`,
    [organizationId, id, restaurantId, contractorId, from, to],
  );
};

const platform: Scope = { ...everything, unitType: 'PLATFORM', unitId: 1 };
const caterer = (id: number, more: Partial<Served> = {}): Scope => ({
  ...everything,
  unitType: 'CONTRACTOR',
  unitId: id,
  agents: [],
  contractors: [id],
  organizations: [one, two],
  restaurants: [11, 12, 13],
  served: {
    terms: 'contract_restaurant',
    contractor: id,
    organizations: [one, two],
    restaurants: [11, 12, 13],
    whole: true,
    ...more,
  },
});
const agent: Scope = {
  ...everything,
  unitType: 'AGENT',
  unitId: 2,
  agents: [2],
  contractors: [first, second],
  organizations: [two, 7003],
};
const scopes = { platform, first: caterer(first), second: caterer(second), agent };

const ctxOf = (scope: Scope): Ctx => {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: b.database.pool }) });
  return { db: db.withPlugin(scopePlugin(rules, scope)), scope, clock: b.clock } as unknown as Ctx;
};

beforeAll(async () => {
  begin = today();
  for (const organizationId of [one, two]) {
    const [id = 0] = await b.ids.take(1);
    person[organizationId] = id;
    await openPurses(b.database.pool, organizationId, [{ personId: id, overdraftFen: 0 }], b);
    posted(
      await b.wallet.submit(ask('DEPOSIT', id, { organizationId, amountFen: 10_000_000, occurredAt: b.clock.now() })),
    );
  }
  for (const term of terms) await serve(term, '2026-01-01');
});

const night = () => runNight({ pool: b.database.pool, clock: b.clock, ids: b.ids, ledgerRules: runRules });
/** Marked days among those that are folded. */
const marks = async () =>
  (
    await query<{ n: number }>(
      'select count(*)::int as n from rollup_stale where business_date <= (select until from rollup_folded)',
    )
  )[0]!.n;
const eat = async (organizationId: number, restaurantId: number, at = b.clock.now(), more: object = {}) =>
  posted(
    await b.wallet.submit(
      consume(person[organizationId]!, 300 + restaurantId, {
        organizationId,
        occurredAt: at,
        place: { ...place, restaurantId, mealPeriodId: restaurantId },
        ...more,
      }),
    ),
  );
/** Days on which somebody eats everywhere, `step` days apart. */
async function live(days: number, step: number) {
  for (let i = 0; i < days; i += step) {
    for (const restaurantId of [11, 12, 13]) await eat(one, restaurantId);
    await eat(two, i % 2 === 0 ? 11 : 13);
    if (i % 3 === 0) await eat(two, 12);
    b.clock.advance(step * dayMs);
  }
}

const columns: Partial<Record<UnitKey, string>> = {
  organizationId: 'u.organization_id',
  contractorId: 'k.contractor_id',
  businessDate: 'u.business_date::text',
  month: `to_char(u.business_date, 'YYYY-MM')`,
};
const groupings: readonly (readonly UnitKey[])[] = [
  ['organizationId'],
  ['contractorId'],
  ['contractorId', 'organizationId'],
  ['businessDate'],
  ['month'],
  ['businessDate', 'organizationId', 'contractorId'],
];

/** What was written, under the contracts as they stand. */
function written(keys: readonly UnitKey[], [from, to]: readonly [string, string], scope: Scope) {
  const inRestaurants = keys.includes('contractorId') || scope.served;
  return query<Record<string, unknown>>(
    `select ${keys.map((key) => `${columns[key]} as "${key}"`).join(', ')}, sum(consume_count)::bigint as "consumeCount",
       sum(amount_fen)::bigint as "amountFen", sum(offline_count)::bigint as "offlineCount",
       sum(${inRestaurants ? 'restaurant_heads' : 'heads'})::bigint as heads
     from consumed_by_place u left join contract_restaurant k on k.organization_id = u.organization_id
       and k.restaurant_id = u.restaurant_id and u.business_date between k.from_date and k.to_date
     where u.business_date between $1 and $2 and ($3::bigint is null or k.contractor_id = $3)
       and ($4::bigint[] is null or u.organization_id = any($4))
     group by ${keys.map((_, i) => i + 1).join(', ')} order by ${keys.map((_, i) => i + 1).join(', ')}`,
    [from, to, scope.served?.contractor ?? null, scope.unitType === 'AGENT' ? scope.organizations : null],
  );
}

/** Every session reads every grouping of every period as it was written; answers how many rows those are. */
async function alike(): Promise<number> {
  const now = today();
  const lastMonth = addDays(`${now.slice(0, 7)}-01`, -1);
  const periods: (readonly [string, string])[] = [
    [addDays(now, -30), now],
    [addDays(now, -32), addDays(now, -2)],
    [`${lastMonth.slice(0, 7)}-01`, lastMonth],
    [begin, now],
    [addDays(now, -5), addDays(now, -5)],
    [addDays(lastMonth, -1), addDays(lastMonth, 2)],
    ['2026-01-15', now],
  ];
  const compare = async (who: string, scope: Scope, period: readonly [string, string], keys: readonly UnitKey[]) => {
    const [found, truth] = await Promise.all([
      unitTotals(ctxOf(scope), keys, { businessDate: [...period] }),
      written(keys, period, scope),
    ]);
    const told = found.map((row) =>
      Object.fromEntries(Object.keys(truth[0] ?? {}).map((key) => [key, row[key as keyof typeof row]])),
    );
    expect([who, period, keys, told]).toEqual([who, period, keys, truth]);
    return truth.length;
  };
  let rows = 0;
  for (const [who, scope] of Object.entries(scopes))
    for (const period of periods)
      for (const n of await Promise.all(groupings.map((keys) => compare(who, scope, period, keys)))) rows += n;
  return rows;
}

test('nights over the ends of months: by unit, caterer, day and month, for the platform, an agent and each caterer', async () => {
  await live(46, 2);
  expect(lastOfMonth(begin) < addDays(today(), -31)).toBe(true);
  await night();
  expect(await alike()).toBeGreaterThan(500);
  const days = { days: false, from: addDays(today(), -40), to: today(), side: 'place' } as const;
  const textOf = async (scope: Scope, units: boolean) =>
    (await runTotals(ctxOf(scope), { ...days, units, caterers: true }))!.compile().sql;
  expect(await textOf(platform, false)).toContain('"rollup_caterer" as "t"');
  expect(await textOf(caterer(first), false)).toContain('"rollup_caterer" as "t"');
  for (const scope of [platform, agent]) expect(await textOf(scope, true)).toContain('"rollup_caterer_unit" as "t"');
  expect(await textOf(agent, false)).not.toContain('"rollup_caterer" as "t"');
});

test('searched for a unit or a caterer they say the same', async () => {
  const period = [addDays(today(), -30), today()] as const;
  for (const [search, where] of [
    [{ organizationId: [two] }, ({ organizationId }: { organizationId?: unknown }) => organizationId === two],
    [{ contractorId: second }, ({ contractorId }: { contractorId?: unknown }) => contractorId === second],
  ] as const) {
    const keys = ['contractorId', 'organizationId'] as const;
    const found = await unitTotals(ctxOf(platform), keys, { businessDate: [...period], ...search });
    const truth = (await written(keys, period, platform)).filter(where);
    expect(found.map(({ amountFen }) => amountFen)).toEqual(truth.map(({ amountFen }) => amountFen));
    expect(found.length).toBeGreaterThan(0);
  }
});

test('what comes late is said at once, and the next night takes it in', async () => {
  const before = await marks();
  // Into this month and the one before; at a place where nobody ate that day, too.
  await eat(one, 11, b.clock.now() - 9 * dayMs, { offline: true });
  await eat(two, 12, b.clock.now() - 35 * dayMs, { offline: true });
  await eat(two, 13, b.clock.now() - 33 * dayMs, { offline: true });
  expect(await marks()).toBe(before + 3);
  await alike();
  await night();
  expect(await marks()).toBe(0);
  await alike();
});

test('handed over in mid-month: each has its days, of a contract entered late too', async () => {
  await query('update contract_restaurant set to_date = $1 where organization_id = $2 and restaurant_id = 11', [
    today(),
    one,
  ]);
  await serve({ organizationId: one, restaurantId: 11, contractorId: second }, addDays(today(), 1));
  // Nothing of the past has changed hands.
  expect(await marks()).toBe(0);
  await live(9, 1);
  await night();
  await alike();
  // Cooked by the unit itself until it comes to light that somebody else did, for the last twenty days.
  await serve({ organizationId: one, restaurantId: 13, contractorId: first }, addDays(today(), -20));
  expect(await marks()).toBeGreaterThan(10);
  await alike();
  await night();
  expect(await marks()).toBe(0);
  await alike();
  // And that it was not.
  await query('delete from contract_restaurant where organization_id = $1 and restaurant_id = 13', [one]);
  await alike();
  await night();
  await alike();
});

test('one unit folded and the other not: days nobody may read folded yet are read as they were written', async () => {
  await live(3, 1);
  await foldDays(b.database.pool, one, addDays(today(), -2));
  await alike();
  await eat(one, 12, b.clock.now() - 3 * dayMs, { offline: true });
  await alike();
  await night();
  await alike();
});

test('rows of a day that is taken away go with it', async () => {
  const total = async (table: string) =>
    (await query<{ n: number }>(`select coalesce(sum(abs(amount_fen)), 0)::bigint as n from ${table}`))[0]!.n;
  const before = [await total('rollup_caterer_unit'), await total('rollup_caterer')];
  const client = await b.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from rollup_consume_restaurant');
    for (const table of ['rollup_caterer_unit', 'rollup_caterer'])
      expect((await client.query(`select * from ${table} where amount_fen <> 0 or heads <> 0`)).rows).toEqual([]);
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect([await total('rollup_caterer_unit'), await total('rollup_caterer')]).toEqual(before);
});

test('the wall: a caterer its own, nobody who is narrowed to restaurants any, sums over units nobody but the platform and their caterer', async () => {
  const seen = async (scope: Scope, table: 'rollup_caterer_unit' | 'rollup_caterer') =>
    (
      await ctxOf(scope)
        .db.selectFrom(`${table} as t` as 'rollup_caterer as t')
        .select('t.contractor_id as id')
        .distinct()
        .orderBy('id')
        .execute()
    ).map(({ id }) => id);
  for (const table of ['rollup_caterer_unit', 'rollup_caterer'] as const) {
    expect(await seen(platform, table)).toEqual([0, first, second]);
    expect(await seen(caterer(first), table)).toEqual([first]);
    expect(await seen(caterer(second), table)).toEqual([second]);
    expect(await seen(caterer(first, { whole: false }), table)).toEqual([]);
    expect(await seen({ ...platform, restaurants: [11] }, table)).toEqual([]);
  }
  const school: Scope = { ...everything, unitType: 'ORGANIZATION', unitId: two, contractors: [], organizations: [two] };
  expect(await seen(school, 'rollup_caterer')).toEqual([]);
  expect(await seen(agent, 'rollup_caterer')).toEqual([]);
  expect(await seen(school, 'rollup_caterer_unit')).toEqual([0, first, second]);
  expect(await seen({ ...school, restaurants: [11] }, 'rollup_caterer_unit')).toEqual([]);
  // Who is narrowed reads by restaurant, and finds its part.
  const part = caterer(first, { restaurants: [11], whole: false });
  const asked = { units: true, caterers: false, days: false, side: 'place' } as const;
  const period = { from: begin, to: today() };
  expect(await runTotals(ctxOf(part), { ...asked, ...period })).toBeUndefined();
  // Of terms that ended long ago the wall has forgotten the places.
  const since = { ...asked, from: '2024-01-01', to: today() };
  expect(await runTotals(ctxOf(caterer(first, { forgets: true })), since)).toBeUndefined();
  expect(await runTotals(ctxOf(caterer(first, { forgets: false })), since)).toBeDefined();
});

test.each(['rollup_caterer_unit', 'rollup_caterer'])(
  'one fen altered is named by the nightly proof: %s',
  async (table) => {
    const add = (fen: number) =>
      query(`update ${table} set amount_fen = amount_fen + ${fen}
      where ctid = (select ctid from ${table} where amount_fen <> 0 order by business_date limit 1)`);
    expect((await night()).broken).toEqual([]);
    await add(1);
    expect((await night()).broken).toHaveLength(1);
    await add(-1);
    expect((await night()).broken).toEqual([]);
  },
);
