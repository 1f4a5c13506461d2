/** 个人消费汇总 says the same before and after its months are closed, whichever way it is asked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { businessDay, closeMonth, monthOf } from '../../wallet/public.server.ts';
import { area, type Called, type ConsumptionBench, consumptionBench } from '../testing.ts';

interface Listed {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number> | null;
  check: { ok: boolean; text: string } | null;
}

let b: ConsumptionBench;

/** Closes the months before this one in which something was booked; others stay as they are. */
async function closeBefore(month: string): Promise<void> {
  const { rows } = await b.app.services.pool.query<{ month: string }>(
    `select distinct date_trunc('month', e.business_date)::date as month from posting e
     where e.organization_id = $1 and e.business_date < $2
       and e.business_date >= coalesce(
         (select max(c.month) + interval '1 month' from period c where c.organization_id = $1), '-infinity')
     order by 1`,
    [b.organizationId, month],
  );
  for (const row of rows) {
    const asked = { organizationId: b.organizationId, month: row.month, operatorId: 1 };
    const closed = await closeMonth(b.app.services, asked);
    expect(isRefusal(closed) && closed).toBe(false);
  }
}

beforeAll(async () => {
  b = await consumptionBench({ days: 6, share: 0.05 });
});
afterAll(() => b?.app.stop());

test('closed months are read out of their totals', async () => {
  const [who, other] = b.diners as [(typeof b.diners)[0], (typeof b.diners)[0]];
  for (const { id } of [who, other]) await b.pay(id, 90_000);
  const before = await b.eat(who, 1300);
  const eaten = await b.eat(other, 800);
  const first = monthOf(b.today);
  const { pool } = b.app.services;
  // Two months on: something is eaten, and something of the first month is taken back.
  b.app.clock.set(b.app.clock.now() + 45 * 86_400_000);
  const token = await b.app.login('school');
  const call = async <T>(page: string, verb: string, body: object) =>
    (await b.app.post(`${area}/${page}`, verb, body as Record<string, unknown>, token)).body as unknown as Called<T>;
  await b.eat(who, 600);
  const taken = await call('consume', 'reverse', { id: before.postingId, amountFen: 300, reason: '多扣退回' });
  expect(taken.errorcode).toBe(0);
  // A fen more of somebody's meal is money, and no meal.
  const more = await b.app.services.wallet.submit({
    kind: 'SUPPLEMENT',
    organizationId: b.organizationId,
    requestKey: 'supplement:1',
    personId: other.id,
    occurredAt: b.app.clock.now(),
    amountFen: 1,
    originalPostingId: eaten.postingId,
    operatorId: 1,
    reason: '少收一分',
  });
  expect(isRefusal(more)).toBe(false);

  const today = businessDay(b.app.clock.now());
  const lastOfFirst = addDays(monthOf(addDays(first, 32)), -1);
  const searches: object[] = [
    {},
    { businessDate: [first, lastOfFirst] },
    { businessDate: [first, today] },
    { businessDate: [monthOf(today), today] },
    { businessDate: [null, addDays(first, 3)] },
    { businessDate: [addDays(b.today, -2), null] },
    { businessDate: [null, lastOfFirst] },
    { businessDate: ['2020-01-01', null] },
    { businessDate: [first, null], keyword: who.jobNumber },
  ];
  const answers = async () => {
    const found: Listed[] = [];
    for (const search of searches) {
      const answer = await call<Listed>('personal_consume_summary', 'query', { size: 100, search });
      expect([search, answer.errorcode]).toEqual([search, 0]);
      found.push(answer.data);
    }
    return found;
  };
  const open = await answers();
  const all = await pool.query<{ n: number; fen: number }>(
    `select count(*) filter (where kind = 'CONSUME')::int as n,
       sum(case when kind = 'REVERSE' then -amount_fen else amount_fen end)::bigint as fen from trade where organization_id = $1`,
    [b.organizationId],
  );
  expect(open[0]!.sums).toMatchObject({ count: all.rows[0]!.n, netFen: all.rows[0]!.fen });
  expect(open[0]!.rows.reduce((sum, r) => sum + (r.netFen as number), 0)).toBe(all.rows[0]!.fen);
  expect(open.every((one) => one.check?.ok)).toBe(true);
  expect(await call('personal_consume_summary', 'query', { page: 9, size: 100, search: {} })).toMatchObject({
    data: { rows: [], total: open[0]!.total, sums: open[0]!.sums },
  });

  await closeBefore(monthOf(today));
  const kept = await pool.query<{ n: number }>(
    'select count(*)::int as n from rollup_consume_person_month where organization_id = $1',
    [b.organizationId],
  );
  expect(kept.rows[0]!.n).toBeGreaterThan(0);
  expect(await answers()).toEqual(open);

  // What is taken back afterwards is booked in the open month, and counts there alone.
  const later = await call('consume', 'reverse', { id: before.postingId, amountFen: 200, reason: '再退一次' });
  expect(later.errorcode).toBe(0);
  const after = await answers();
  expect(after[0]!.sums!.netFen).toBe(all.rows[0]!.fen - 200);
  expect(after[1]).toEqual(open[1]);
  expect(await b.breaks()).toEqual([]);
});

test('a year that is over is read out of its own totals, its last month closed or empty', async () => {
  const [who, other] = b.diners as [(typeof b.diners)[0], (typeof b.diners)[0]];
  const { pool } = b.app.services;
  for (const day of ['2027-11-20', '2028-01-10', '2028-02-17']) {
    b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
    await b.eat(who, 700);
    if (day !== '2028-01-10') await b.eat(other, 450);
  }
  const token = await b.app.login('school');
  const answers = () =>
    Promise.all(
      [
        [null, null],
        ['2026-01-01', '2027-12-31'],
        ['2026-12-01', '2027-12-31'],
        ['2027-01-01', '2027-11-30'],
        ['2027-02-01', null],
        [null, '2027-11-30'],
        ['2027-01-01', '2028-01-31'],
        ['2027-11-01', '2028-01-31'],
      ].map(async (businessDate) => {
        const { body } = await b.app.post(
          `${area}/personal_consume_summary`,
          'query',
          { size: 100, search: { businessDate } },
          token,
        );
        return (body as unknown as Called<Listed>).data;
      }),
    );
  const open = await answers();
  expect(open.every((one) => one.check?.ok)).toBe(true);
  expect(new Set(open.map((one) => one.sums!.netFen)).size).toBeGreaterThan(4);
  await closeBefore('2028-02-01');
  const years = await pool.query<{ year: string }>(
    'select distinct year::text from rollup_consume_person_year where organization_id = $1 order by 1',
    [b.organizationId],
  );
  expect(years.rows.map(({ year }) => year)).toEqual(['2026-01-01', '2027-01-01']);
  expect(await answers()).toEqual(open);
  // One set of the running year's for the last close, one for the close before.
  const soFar = await pool.query<{ until: string }>(
    'select distinct until::text from rollup_consume_person_so_far where organization_id = $1 order by 1',
    [b.organizationId],
  );
  expect(soFar.rows.map(({ until }) => until)).toEqual(['2027-12-01', '2028-02-01']);
  // They are what is read: a wrong one shows where it is.
  const wrongIn = async (table: string): Promise<boolean[]> => {
    const right = await answers();
    await pool.query(`update ${table} set amount_fen = amount_fen + 1 where organization_id = $1 and person_id = $2`, [
      b.organizationId,
      who.id,
    ]);
    return (await answers()).map((one, i) => one.sums!.netFen! - right[i]!.sums!.netFen! > 0);
  };
  expect(await wrongIn('rollup_consume_person_year')).toEqual([true, true, true, false, false, true, true, false]);
  expect(await wrongIn('rollup_consume_person_so_far')).toEqual([true, false, false, false, true, false, true, true]);
});
