/** 日历导入 over HTTP: days and spans, what is wrong told by row, the whole taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsumptionBench, consumptionBench, uploadSheet } from '../testing.ts';

const page = 'fixed_value/calendar';
let b: ConsumptionBench;
beforeAll(async () => {
  b = await consumptionBench();
  await b.app.services.pool.query('delete from calendar_day');
}, 120_000);
afterAll(() => b.app.stop());

interface Checked {
  taskId: number;
  good: number;
  bad: number;
  rows: { rowNo: number; errors: Record<string, string> }[];
}
const daysSet = async () => {
  const { rows } = await b.app.services.pool.query<{ day: string; kind: string }>(
    'select day, kind from calendar_day where organization_id = $1 order by day',
    [b.organizationId],
  );
  return rows.map(({ day, kind }) => `${day} ${kind}`);
};

test('a school’s year comes as days and spans; what is set already stays and is told, and the import is taken back whole', async () => {
  await b.school(page, 'set', { startDate: '2026-12-25', endDate: '2026-12-25', dayKind: 'WORKDAY', note: '加班' });
  const fileKey = await uploadSheet(
    b,
    ['日期', '至', '算作', '说明'],
    [
      ['2027-01-18', '2027-01-20', '节假日', '寒假'],
      ['2027-03-06', '', '调休上班', '校庆'],
      ['2027-01-20', '', '节假日', '重复'],
      ['2026-12-24', '2026-12-26', '节假日', ''],
      ['2027-05-02', '2027-05-01', '节假日', ''],
      ['2027-06-01', '', '放羊', ''],
      ['6月1日', '', '节假日', ''],
    ],
  );
  const checked = (await b.school<Checked>(page, 'import_check', { fileKey })).data;
  expect(checked).toMatchObject({ good: 2, bad: 5 });
  const wrong = Object.fromEntries(
    checked.rows.filter(({ errors }) => Object.keys(errors).length > 0).map(({ rowNo, errors }) => [rowNo, errors]),
  );
  expect(wrong).toMatchObject({
    4: { day: '2027-01-20 在表中重复' },
    5: { day: expect.stringContaining('2026-12-25 已是调休上班（加班）') },
    6: { endDate: '结束日期不能早于开始日期' },
    7: { kind: expect.any(String) },
    8: { day: expect.stringContaining('日期不正确') },
  });
  await b.school(page, 'import_commit', { taskId: checked.taskId });
  const status = async () =>
    (await b.school<Record<string, unknown>>(page, 'import_status', { taskId: checked.taskId })).data.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('FINISHED');
  const imported = ['2027-01-18 HOLIDAY', '2027-01-19 HOLIDAY', '2027-01-20 HOLIDAY', '2027-03-06 WORKDAY'];
  expect(await daysSet()).toEqual(['2026-12-25 WORKDAY', ...imported]);
  // Somebody's own word since then keeps the import standing.
  b.app.clock.set(b.app.clock.now() + 60_000);
  const own = { startDate: '2027-01-19', endDate: '2027-01-19', note: '补课' };
  await b.school(page, 'set', { ...own, dayKind: 'WORKDAY' });
  expect(await b.school(page, 'import_take_back', { taskId: checked.taskId })).toMatchObject({
    errormsg: expect.stringContaining('2027-01-19 导入以后改过'),
  });
  const { rows } = (await b.school<{ rows: { id: number; day: string }[] }>(page, 'query', { size: 100 })).data;
  await b.school(page, 'clear', { id: rows.find((row) => row.day === '2027-01-19')!.id });
  // A day written anew by hand is no longer the import's.
  await b.school(page, 'set', { ...own, dayKind: 'WEEKEND' });
  expect(await b.school(page, 'import_take_back', { taskId: checked.taskId })).toMatchObject({ errorcode: 0 });
  expect(await daysSet()).toEqual(['2026-12-25 WORKDAY', '2027-01-19 WEEKEND']);
});
