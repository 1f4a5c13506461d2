/** The trade lists answer from recent partitions and rollups what a walk over all trades would answer. */
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf } from '../../../demo/units.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { foldDays, foldedUntil } from '../../wallet/testing.ts';
import { area, type Called, type ConsumptionBench, consumptionBench } from '../testing.ts';
import { countTrades, recentDays } from './trade-count.ts';

interface Listed {
  rows: { id: number; occurredAt: string }[];
  total: number;
  sums: Record<string, number> | null;
}

let b: ConsumptionBench;
let restaurantId: number;
let token: string | undefined;
const list = async (page: string, body: Record<string, unknown>) => {
  token ??= await b.app.login('school');
  const answer = (await b.app.post(`${area}/${page}`, 'query', body, token)).body as unknown as Called<Listed>;
  expect(answer.errorcode).toBe(0);
  return answer.data;
};

/** What the list must show: every trade of the school that fits, newest first. */
const walk = async (condition = sql<boolean>`true`) =>
  (
    await b.app.services.db
      .selectFrom('trade as t')
      .select(['t.id', sql<number>`case when t.kind = 'REVERSE' then -t.amount_fen else t.amount_fen end`.as('fen')])
      .where('t.organization_id', '=', b.organizationId)
      .where(condition)
      .orderBy('t.occurred_at', 'desc')
      .orderBy('t.id', 'desc')
      .execute()
  ).map((r) => ({ id: r.id, fen: r.fen }));

beforeAll(async () => {
  b = await consumptionBench({ days: 6, share: 0.05 });
  restaurantId = b.device.restaurantId!;
  const [who, other] = b.diners as [(typeof b.diners)[0], (typeof b.diners)[0]];
  await b.pay(who.id, 50_000);
  await b.pay(other.id, 50_000);
  const eaten = await b.eat(who, 1200);
  await b.eat(other, 900);
  await b.school('consume', 'reverse', { id: eaten.postingId, amountFen: 500, reason: '多扣退回' });
  expect(await walk(sql`t.kind = 'REVERSE'`)).not.toEqual([]);
});
afterAll(() => b?.app.stop());

test.each(['consume', 'consume_detail'])('%s: pages, counts and sums are those of all trades', async (page) => {
  const all = await walk();
  expect(all.length).toBeGreaterThan(25);
  const [first, second] = [await list(page, { page: 1, size: 20 }), await list(page, { page: 2, size: 20 })];
  expect([...first.rows, ...second.rows].map((r) => r.id)).toEqual(all.slice(0, 40).map((r) => r.id));
  expect(first.total).toBe(all.length);
  expect(first.sums?.amountFen).toBe(all.reduce((sum, r) => sum + r.fen, 0));

  const yesterday = addDays(b.today, -1);
  const searches: [Record<string, unknown>, ReturnType<typeof sql<boolean>>][] = [
    [{ businessDate: [b.today, b.today] }, sql`t.business_date = ${b.today}`],
    [{ businessDate: [null, yesterday] }, sql`t.business_date <= ${yesterday}`],
    [{ businessDate: ['2020-01-01', null] }, sql`true`],
    [{ businessDate: ['2020-01-01', '2020-12-31'] }, sql`false`],
    [
      { businessDate: [yesterday, b.today], restaurantId: [restaurantId] },
      sql`t.business_date >= ${yesterday} and t.restaurant_id = ${restaurantId}`,
    ],
    [{ deviceId: b.device.deviceId }, sql`t.device_id = ${b.device.deviceId}`],
    [
      { mealPeriodId: [b.lunchId], businessDate: [b.today, null] },
      sql`t.meal_period_id = ${b.lunchId} and t.business_date >= ${b.today}`,
    ],
    [{ mealPeriodId: [] }, sql`true`],
    [{ kind: 'REVERSE' }, sql`t.kind = 'REVERSE'`],
  ];
  for (const [search, condition] of searches) {
    const found = await list(page, { size: 100, search });
    const wanted = await walk(condition);
    expect([search, found.total, found.sums?.amountFen]).toEqual([
      search,
      wanted.length,
      wanted.reduce((sum, r) => sum + r.fen, 0),
    ]);
    expect(found.rows.map((r) => r.id)).toEqual(wanted.slice(0, 100).map((r) => r.id));
  }
});

test('a count past its cap is told by the accounts, never more than there are', async () => {
  const ctx = (await actorOf(b.app.services, 'school')).ctx(`${area}/consume`);
  const all = (await walk()).length;
  const capped = (await countTrades(ctx, {}, 10))!;
  expect(capped).toBeGreaterThan(10);
  expect(capped).toBeLessThanOrEqual(all);
  expect(await countTrades(ctx, {}, all)).toBeUndefined();
  expect(await countTrades(ctx, { mealPeriodId: [b.lunchId] }, 0)).toBeUndefined();
  const today = (await walk(sql`t.business_date = ${b.today}`)).length;
  expect(await countTrades(ctx, { businessDate: [b.today, b.today] }, 1000)).toBe(today);
  const narrowed = { ...ctx, scope: { ...ctx.scope, departments: [1] } };
  expect(await countTrades(narrowed, { businessDate: [b.today, b.today] }, 1000)).toBeUndefined();
});

test('over many units the newest days are counted first and past days come folded: exact below the cap, past it any number', async () => {
  const { services } = b.app;
  const ctx = (await actorOf(services, 'platform')).ctx('/admin/platform/consume');
  const until = addDays(b.today, -2);
  const { rows } = await services.pool.query<{ id: number }>(`select id from organization`);
  for (const { id } of rows) await foldDays(services.pool, id, until);
  await foldedUntil(services.pool, until);
  const businessDate = [addDays(b.today, -20), b.today];
  const count = async (from: string, more = '') =>
    (
      await services.pool.query<{ n: number }>(
        `select count(*)::int as n from trade where business_date between $1 and $2 ${more}`,
        [from, b.today],
      )
    ).rows[0]!.n;
  const [all, newest] = [await count(businessDate[0]!), await count(addDays(b.today, -3))];
  expect(newest).toBeGreaterThan(3);
  expect(all).toBeGreaterThan(newest);
  expect(await countTrades(ctx, { businessDate }, all)).toBe(all);
  expect(await countTrades(ctx, { businessDate }, 3)).toBe(newest);
  const lunch = await count(businessDate[0]!, `and meal_period_id = ${b.lunchId}`);
  expect(await countTrades(ctx, { businessDate, mealPeriodId: [b.lunchId] }, all)).toBe(lunch);
});

test('trades older than the last weeks are found, also when a page begins among recent ones', async () => {
  const all = await walk();
  // A trade of long after, so that one lies among the last weeks and the others do not.
  b.app.clock.set(b.app.clock.now() + (recentDays + 10) * 86_400_000);
  token = undefined;
  const oldOnly = await list('consume', { page: 1, size: 20 });
  expect(oldOnly.rows.map((r) => r.id)).toEqual(all.slice(0, 20).map((r) => r.id));
  expect(oldOnly.total).toBe(all.length);
  await b.eat(b.diners[0]!, 700);
  const now = await walk();
  expect(now).toHaveLength(all.length + 1);
  const mixed = await list('consume', { page: 1, size: 20 });
  expect(mixed.rows.map((r) => r.id)).toEqual(now.slice(0, 20).map((r) => r.id));
  const recent = await list('consume', { page: 1, size: 1 });
  expect(recent.rows.map((r) => r.id)).toEqual([now[0]!.id]);
  const ascending = await list('consume', { page: 1, size: 20, sort: 'occurredAt' });
  expect(ascending.rows.map((r) => r.id)).toEqual(
    now
      .toReversed()
      .slice(0, 20)
      .map((r) => r.id),
  );
});

test('a whole job number or card means its holder; a part of one all who contain it', async () => {
  const [who, other] = b.diners as [(typeof b.diners)[0], (typeof b.diners)[0]];
  const { pool } = b.app.services;
  await pool.query(`update person set job_number = '77551' where organization_id = $1 and id = $2`, [
    b.organizationId,
    who.id,
  ]);
  await pool.query(`update person set job_number = '775512' where organization_id = $1 and id = $2`, [
    b.organizationId,
    other.id,
  ]);
  const found = async (keyword: string) =>
    new Set(
      (await list('consume', { page: 1, size: 100, search: { keyword } })).rows.map(
        (row) => (row as unknown as { personId: number }).personId,
      ),
    );
  expect(await found('77551')).toEqual(new Set([who.id]));
  expect(await found('775512')).toEqual(new Set([other.id]));
  expect(await found('7755')).toEqual(new Set([who.id, other.id]));
  expect(await found(who.cardNo)).toEqual(new Set([who.id]));
});

test('a sale between any two statements of a list makes no identity untrue', async () => {
  const { pool } = b.app.services;
  const askWithSaleBefore = async (place: number) => {
    // One after another: a meal has its most.
    const payer = b.diners[(place + 2) % b.diners.length]!;
    await b.pay(payer.id, 50_000);
    let sent = 0;
    const undo: (() => void)[] = [];
    const meddle = (client: PoolClient) => {
      const query = client.query;
      const meddled = async (...given: unknown[]) => {
        if (/\b(trade|rollup_\w+)\b/.test(String(given[0]))) {
          sent += 1;
          if (sent === place) await b.eat(payer, 100);
        }
        return (query as (...all: unknown[]) => unknown).apply(client, given);
      };
      client.query = meddled as PoolClient['query'];
      undo.push(() => {
        client.query = query;
      });
    };
    pool.on('acquire', meddle);
    try {
      const { check } = (await list('consume_detail', { page: 1, size: 5 })) as Listed & {
        check: { ok: boolean; text: string };
      };
      return { check, met: sent >= place };
    } finally {
      pool.off('acquire', meddle);
      for (const one of undo.reverse()) one();
    }
  };
  let places = 0;
  for (let met = true; met; places += 1) {
    const asked = await askWithSaleBefore(places + 1);
    expect(asked.check).toMatchObject({ ok: true });
    met = asked.met;
  }
  expect(places).toBeGreaterThan(3);
});
