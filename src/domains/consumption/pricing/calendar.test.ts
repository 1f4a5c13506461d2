/** The calendar of a unit: what is loaded leaves what was set by hand, and prices go by it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsumptionBench, consumptionBench } from '../testing.ts';

const page = 'fixed_value/calendar';
let b: ConsumptionBench;
beforeAll(async () => {
  b = await consumptionBench();
  await b.app.services.pool.query('delete from calendar_day');
}, 120_000);
afterAll(() => b.app.stop());

interface Row {
  id: number;
  day: string;
  weekday: string;
  kind: string;
  note: string;
}
const rows = async () => (await b.school<{ rows: Row[] }>(page, 'query', { size: 100 })).data.rows;
const load = (year: string) => b.school<{ receipt: { lines: [string, string][] } }>(page, 'national', { year });

test('a year is loaded once, beside the days somebody set; provisional days give way to the next notice', async () => {
  expect(
    await b.school(page, 'set', { startDate: '2026-10-01', endDate: '2026-10-01', dayKind: 'WORKDAY', note: '加班' }),
  ).toMatchObject({ errorcode: 0 });
  const first = await load('2026');
  expect(first.data.receipt.lines).toEqual([
    ['载入', '38 天'],
    ['已有设置，保持不变', '1 天'],
  ]);
  expect((await load('2026')).data.receipt.lines[0]).toEqual(['载入', '0 天']);
  const found = await rows();
  expect(found.find((row) => row.day === '2026-10-01')).toMatchObject({
    weekday: '周四',
    kind: 'WORKDAY',
    note: '加班',
  });
  expect(found.find((row) => row.day === '2026-10-02')).toMatchObject({ kind: 'HOLIDAY', note: '国庆节' });
  expect((await load('2027')).data.receipt.lines).toEqual([['载入', '13 天']]);
  expect((await load('2027')).data.receipt.lines).toEqual([['载入', '13 天']]);
});

test('a day taken out is judged by its weekday again; an end before its beginning is refused', async () => {
  const own = (await rows()).find((row) => row.day === '2026-10-02')!;
  expect(await b.school(page, 'clear', { id: own.id })).toMatchObject({ errorcode: 0 });
  expect((await rows()).some((row) => row.day === '2026-10-02')).toBe(false);
  const wrong = await b.school(page, 'set', {
    startDate: '2026-05-02',
    endDate: '2026-05-01',
    dayKind: 'HOLIDAY',
    note: null,
  });
  expect(wrong).toMatchObject({ fields: { endDate: '结束日期不能早于开始日期' } });
});

test('what the law names is known to the domains below: the filing of faces counts its working days by it', () => {
  const days = new Map(b.app.services.lawfulDays('2026').map(({ day, kind }) => [day, kind]));
  expect([days.get('2026-10-01'), days.get('2026-10-10'), days.get('2026-10-12')]).toEqual([
    'HOLIDAY',
    'WORKDAY',
    undefined,
  ]);
});
