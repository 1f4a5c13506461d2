/** 缺勤导入 over HTTP: rows enter absences and take reports back; each wrong row is told in its own words. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { type HeadcountBench, headcountBench, uploadSheet } from '../testing.ts';

const page = 'manual_report_meal/absence';
const headings = ['工号', '类型', '开始日期', '结束日期', '缺勤餐次', '事由'];
let b: HeadcountBench;
beforeAll(async () => {
  b = await headcountBench();
}, 120_000);
afterAll(() => b.app.stop());

interface Checked {
  taskId: number;
  good: number;
  bad: number;
  rows: { rowNo: number; errors: Record<string, string> }[];
}

test('a dirty sheet is told row by row; the good rows enter absences and take reports back', async () => {
  const people = b.diners.slice(20, 23);
  const [first, second, third] = people.map((diner) => diner.jobNumber) as [string, string, string];
  const [from, to] = [b.day(3), b.day(5)];
  await b.report([people[0]!.id], b.day(4));
  const fileKey = await uploadSheet(b, headings, [
    [first, '请假', from, to, '', '家中有事'],
    [second, '研学', from, to, '午餐', '秋游'],
    [third, '研学', from, to, '午餐', '秋游'],
    ['没有', '请假', from, to, '', ''],
    [first, '请假', to, from, '', ''],
    [second, '请假', from, to, '下午茶', ''],
    [third, '请假', addDays(b.today, -2), to, '', ''],
    [first, '旷工', from, to, '', ''],
    [first, '请假', from, to, '', '家中有事'],
  ]);
  const checked = (await b.school<Checked>(page, 'import_check', { fileKey })).data;
  expect(checked).toMatchObject({ good: 3, bad: 6 });
  const wrong = Object.fromEntries(
    checked.rows.filter(({ errors }) => Object.keys(errors).length > 0).map(({ rowNo, errors }) => [rowNo, errors]),
  );
  expect(wrong).toMatchObject({
    5: { jobNumber: '「没有」没有对应的人员' },
    6: { toDate: '结束日期不能早于开始日期' },
    7: { mealNames: expect.stringContaining('下午茶') },
    8: { fromDate: expect.stringContaining('补登') },
    9: { kind: expect.stringContaining('研学') },
    10: { jobNumber: expect.stringContaining('重复') },
  });
  await b.school(page, 'import_commit', { taskId: checked.taskId });
  const status = async () =>
    (await b.school<Record<string, unknown>>(page, 'import_status', { taskId: checked.taskId })).data;
  await expect.poll(async () => (await status()).status, { timeout: 20_000 }).toBe('FINISHED');
  const { rows } = await b.app.services.pool.query(
    `select a.person_id as person, a.kind, a.meal_period_ids as meals from meal_absence a
     where a.organization_id = $1 and a.person_id = any($2::bigint[]) and a.from_date = $3 order by a.person_id`,
    [b.organizationId, people.map((one) => one.id), from],
  );
  expect(rows).toEqual([
    { person: people[0]!.id, kind: 'LEAVE', meals: [] },
    { person: people[1]!.id, kind: 'STUDY', meals: [b.lunchId] },
    { person: people[2]!.id, kind: 'STUDY', meals: [b.lunchId] },
  ]);
  const reports = await b.app.services.pool.query(
    'select status from meal_report where organization_id = $1 and person_id = $2 and dining_date = $3',
    [b.organizationId, people[0]!.id, b.day(4)],
  );
  expect(reports.rows).toEqual([{ status: 'CANCELLED' }]);

  // Another reason for the same days is not entered beside the first, and the clerk is told.
  const againKey = await uploadSheet(b, headings, [[first, '出差', from, to, '', '开会']]);
  const again = (await b.school<Checked>(page, 'import_check', { fileKey: againKey })).data;
  await b.school(page, 'import_commit', { taskId: again.taskId });
  const outcome = async () =>
    (await b.school<Record<string, unknown>>(page, 'import_status', { taskId: again.taskId })).data;
  await expect.poll(async () => (await outcome()).status, { timeout: 20_000 }).toBe('FINISHED');
  expect(await outcome()).toMatchObject({ good: 0, bad: 1 });
});
