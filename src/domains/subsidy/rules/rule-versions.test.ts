/** Rules of subsidies that change on a day: what is granted by which version, what cannot take effect, what was foreseen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Foreseen } from '../../../kit/define/versions.ts';
import { applyAllDue } from '../../../kit/server/versions/due.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { openDueBatches } from '../batch/automatic.ts';
import { checkJob } from '../jobs.ts';
import { area, batchPage, type SubsidyBench, subsidyBench } from '../testing.ts';
import { foreseeGrants } from './foresee-grants.ts';
import type { Rule } from './rule.ts';

const rulePage = `${area}/subsidy/configure`;
let bench: SubsidyBench;
let rule: number;

const values = (name: string, more: object = {}) => ({
  name,
  typeAmounts: [{ typeId: bench.staff, amountFen: 20_000 }],
  basis: 'FIXED',
  cycle: 'MONTH',
  monthDay: '1',
  clearAt: 'MONTH',
  carryOver: 'CLEAR',
  ...more,
});
const at = (day: string, time = '09:00') => bench.clock.set(Date.parse(`${day}T${time}:00+08:00`));
const total = async (id: number) => (await bench.clerk.call<{ totalFen: number }>(batchPage, 'get', { id })).totalFen;
const granted = async (ruleId: number, grantOn: string) => {
  const { id } = await bench.clerk.call<{ id: number }>(batchPage, 'create', {
    kind: 'GRANT',
    mode: 'RULE',
    ruleId,
    grantOn,
  });
  await bench.work();
  const fen = await total(id);
  await bench.clerk.call(batchPage, 'void', { id, reason: '试' });
  return fen;
};
const update = (id: number, more: object) => bench.clerk.ask<{ code?: string }>(rulePage, 'update', { id, ...more });

beforeAll(async () => {
  bench = await subsidyBench();
  at('2026-11-20');
  await bench.people(3, 'V', bench.staff);
  rule = (
    await bench.clerk.call<{ id: number }>(rulePage, 'create', values('餐补', { automatic: true, prepareDays: 7 }))
  ).id;
});
afterAll(async () => {
  expect(await checkInvariants(bench.database.pool)).toEqual([]);
  await bench.close();
});

describe('a rule from a day on', () => {
  it('grants by the version of the day of grant, prepared long before or after it came into force', async () => {
    expect(
      await update(rule, { typeAmounts: [{ typeId: bench.staff, amountFen: 30_000 }], effectiveFrom: '2026-12-01' }),
    ).not.toHaveProperty('code');
    expect(await granted(rule, '2026-11-30')).toBe(60_000);
    expect(await granted(rule, '2026-12-01')).toBe(90_000);
    at('2026-11-25', '04:20');
    const [batch] = await openDueBatches(bench.services);
    bench.waiting.push({ name: checkJob, record: batch! });
    await bench.work();
    expect(await total(batch!.id)).toBe(90_000);
    at('2026-12-01', '00:00');
    expect(await granted(rule, '2027-01-01')).toBe(90_000);
    await applyAllDue(bench.services);
    expect(await bench.clerk.call(rulePage, 'get', { id: rule })).toMatchObject({
      amountText: '教职工 300.00',
      plans: [],
    });
    expect(await granted(rule, '2027-01-01')).toBe(90_000);
  });

  it('tells its versions in words, the lines of amounts too', async () => {
    const { rows } = await bench.clerk.call<{ rows: { words: string; state: string }[] }>(
      `${rulePage}/versions`,
      'query',
      { search: { rowId: rule } },
    );
    expect(rows[0]).toMatchObject({
      state: 'IN_FORCE',
      words: expect.stringContaining('每人金额 教职工 200.00 → 教职工 300.00'),
    });
    expect(await bench.stranger.ask(`${rulePage}/versions`, 'query', { search: { rowId: rule } })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is opened for the day its new day of grant says', async () => {
    const weekly = (
      await bench.clerk.call<{ id: number }>(
        rulePage,
        'create',
        values('周补', { automatic: true, prepareDays: 7, monthDay: '20' }),
      )
    ).id;
    await update(weekly, { monthDay: '5', effectiveFrom: '2026-12-03' });
    const opened = await openDueBatches(bench.services);
    const days = await bench.database.pool.query<{ day: string }>(
      'select grant_on as day from subsidy_batch where id = any($1::bigint[]) and rule_id = $2',
      [opened.map((one) => one.id), weekly],
    );
    expect(days.rows.map((row) => row.day)).toEqual(['2026-12-05']);
  });

  it('that its day finds impossible is marked so, with the reason, and holds nothing else up', async () => {
    const other = (await bench.clerk.call<{ id: number }>(rulePage, 'create', values('夜班'))).id;
    await update(other, { name: '夜班补贴', effectiveFrom: '2026-12-10' });
    await update(rule, { debitOrder: 3, effectiveFrom: '2026-12-10' });
    // A name that is taken already is refused at once.
    expect(await update(other, { name: '餐补', effectiveFrom: '2026-12-11' })).toMatchObject({ code: 'DUPLICATE' });
    await bench.clerk.call(rulePage, 'create', values('夜班补贴'));
    at('2026-12-12');
    await applyAllDue(bench.services);
    const { rows } = await bench.clerk.call<{ rows: Record<string, unknown>[] }>(`${rulePage}/versions`, 'query', {
      search: { rowId: other },
    });
    expect(rows[0]).toMatchObject({ state: 'FAILED', error: expect.stringContaining('与现有记录冲突') });
    expect(await bench.clerk.call(rulePage, 'get', { id: rule })).toMatchObject({ debitOrder: 3 });
  });

  it('says what last month’s grants would have been, and writes nothing', async () => {
    const answer = await bench.clerk.call<Foreseen>(rulePage, 'foresee', {
      id: rule,
      typeAmounts: [
        { typeId: bench.staff, amountFen: 10_000 },
        { typeId: bench.students, amountFen: 5_000 },
      ],
    });
    expect(answer).toMatchObject({
      period: '2026-11',
      totals: [{ label: '发放合计', was: 0, would: 30_000, unit: 'fen' }],
      parts: [
        { name: '教职工', wasFen: 0, wouldFen: 30_000 },
        { name: '学生', wouldFen: 0 },
      ],
    });
    expect(await bench.clerk.call(rulePage, 'get', { id: rule })).toMatchObject({ amountText: '教职工 300.00' });
  });
});

describe('grants foreseen', () => {
  const base: Rule = {
    id: 1,
    name: '餐补',
    amounts: new Map([[11, 20_000]]),
    cycle: 'MONTH',
    dayOfCycle: 1,
    basis: 'FIXED',
    maxUnits: null,
    clearAt: 'MONTH',
    validDays: null,
    carryOver: 'CLEAR',
    carryMaxFen: 0,
    debitOrder: 5,
  };
  const people = new Map([
    [11, { name: '教职工', count: 5 }],
    [12, { name: '学生', count: 100 }],
  ]);
  const line = { typeId: 11, typeName: '教职工', units: null, count: 3, fen: 60_000 };
  const would = (lines: Parameters<typeof foreseeGrants>[0], before: Rule | null, after: Rule) =>
    foreseeGrants(lines, people, before, after, '2026-10-01').map((part) => [part.name, part.wasFen, part.wouldFen]);

  it('go line by line where the days of grant stay', () => {
    expect(would([line], base, { ...base, amounts: new Map([[11, 25_000]]) })).toEqual([['教职工', 60_000, 75_000]]);
  });
  it('count the days of the month where they change', () => {
    const weekly: Rule = { ...base, cycle: 'WEEK', dayOfCycle: 1, amounts: new Map([[11, 1_000]]) };
    expect(would([line], base, weekly)).toEqual([['教职工', 60_000, 5 * 1_000 * 4]]);
  });
  it('take people of types that come in, and drop those that go', () => {
    expect(would([line], base, { ...base, amounts: new Map([[12, 100]]) })).toEqual([
      ['教职工', 60_000, 0],
      ['学生', 0, 10_000],
    ]);
  });
  it('take days of work out of last month’s sheets', () => {
    const byDay: Rule = { ...base, basis: 'ATTENDANCE', amounts: new Map([[11, 1_500]]) };
    expect(would([{ ...line, units: 20, count: 2, fen: 40_000 }], byDay, byDay)).toEqual([['教职工', 40_000, 60_000]]);
  });
});
