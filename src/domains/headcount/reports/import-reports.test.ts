/** 报餐导入 over HTTP: rows report, change and take back; each wrong row is told in its own words. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeadcountBench, headcountBench, uploadSheet } from '../testing.ts';

const page = 'manual_report_meal';
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

const sheet = (lines: Parameters<typeof uploadSheet>[2]) => uploadSheet(b, ['工号', '就餐日期', '餐次', '份数'], lines);

test('a sheet reports, changes and takes back row by row, each wrong row in its own words', async () => {
  const people = b.diners.slice(10, 14);
  const [first, second, third, fourth] = people.map((diner) => diner.jobNumber) as [string, string, string, string];
  const day = b.day(14);
  await b.report([people[1]!.id], day);
  await b.report([people[2]!.id], day);
  const fileKey = await sheet([
    [first, day, '午餐', 1],
    [second, day, '午餐', 2],
    [third, day, '午餐', 0],
    [first, day, '午餐', 1],
    ['没有', day, '午餐', 1],
    [fourth, b.today, '午餐', 1],
    [fourth, day, '午餐', 9],
    [fourth, day, '下午茶', 1],
  ]);
  const checked = (await b.school<Checked>(page, 'import_check', { fileKey })).data;
  expect(checked).toMatchObject({ good: 3, bad: 5 });
  const wrong = Object.fromEntries(
    checked.rows.filter(({ errors }) => Object.keys(errors).length > 0).map(({ rowNo, errors }) => [rowNo, errors]),
  );
  expect(wrong).toEqual({
    5: { diningDate: '同一人同一餐在表中重复' },
    6: { jobNumber: '「没有」没有对应的人员' },
    7: { diningDate: expect.stringContaining('截止') },
    8: { portions: '每人每餐最多 2 份' },
    9: { mealPeriodId: expect.stringContaining('下午茶') },
  });
  await b.school(page, 'import_commit', { taskId: checked.taskId });
  const status = async () =>
    (await b.school<Record<string, unknown>>(page, 'import_status', { taskId: checked.taskId })).data;
  await expect.poll(async () => (await status()).status, { timeout: 20_000 }).toBe('FINISHED');
  expect(await status()).toMatchObject({ good: 3 });
  const { rows } = await b.app.services.pool.query(
    `select p.job_number as "jobNumber", r.portions, r.status, r.source from meal_report r
     join person p on p.organization_id = r.organization_id and p.id = r.person_id
     where r.organization_id = $1 and r.dining_date = $2 and r.person_id = any($3::bigint[]) order by p.id`,
    [b.organizationId, day, people.map((one) => one.id)],
  );
  expect(rows).toEqual([
    { jobNumber: first, portions: 1, status: 'REPORTED', source: 'IMPORT' },
    { jobNumber: second, portions: 2, status: 'REPORTED', source: 'MANUAL' },
    { jobNumber: third, portions: 1, status: 'CANCELLED', source: 'MANUAL' },
  ]);
});
