/** A class teacher's week with the ready-made role: reports the class, keeps who is away, sees who did not come and what it cost, and nobody else. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAndJudge } from '../../src/domains/headcount/public.server.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { hireAs } from '../api/walk.ts';
import { type BenchDesk, benchDesk, shown } from './bench-desk.ts';

const area = '/admin/organization';
const login = 'class-teacher';

interface Person {
  id: number;
  name: string;
}

let desk: BenchDesk;
let b: BenchDesk['b'];
let page: Page;
/** Whose class it is, and a child of another. */
let own: Person[];
let stranger: Person;

/** A leaf of the school's departments with most diners in it. */
async function largestClass(): Promise<{ departmentId: number; people: Person[]; others: Person[] }> {
  const { rows } = await b.app.services.pool.query<Person & { departmentId: number }>(
    'select id, name, department_id as "departmentId" from person where organization_id = $1 and id = any($2) order by id',
    [b.organizationId, b.diners.map(({ id }) => id)],
  );
  const classes = [...Map.groupBy(rows, (one) => one.departmentId)].sort(([, a], [, z]) => z.length - a.length);
  const [departmentId, people] = classes[0]!;
  const names = new Set(people.map(({ name }) => name));
  return {
    departmentId,
    people,
    others: rows.filter((one) => one.departmentId !== departmentId && !names.has(one.name)),
  };
}

beforeAll(async () => {
  desk = await benchDesk();
  b = desk.b;
  const { departmentId, people, others } = await largestClass();
  own = people;
  stranger = others[0]!;
  const { data } = await b.school<{ rows: { id: number }[] }>('role', 'query', { search: { keyword: '班主任' } });
  await hireAs(b.app, 'school', 'organization', data.rows[0]!.id, login, { departmentIds: [departmentId] });
  page = await desk.enter(login, `Walk-${login}-2026`);
}, 300_000);
afterAll(() => desk?.stop());

const look = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await page.screenshot({ path: `${folder}/teacher-${name}.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}/teacher-${name}-390.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** Names of the class on the page that shows; nobody of another class may stand there. */
async function namesShown(): Promise<string[]> {
  const text = await shown(page).innerText();
  expect(text).not.toContain(stranger.name);
  return own.filter(({ name }) => text.includes(name)).map(({ name }) => name);
}

it('begins at the home of the class, with the meals to be said', async () => {
  expect(new URL(page.url()).pathname).toBe(`${area}/department_home`);
  await shown(page).getByText('接下来的餐次').waitFor();
  await look('home');
  await shown(page).getByRole('link', { name: '按周报餐' }).click();
  await shown(page).getByRole('grid', { name: '报餐' }).waitFor();
});

it('reports the class on the grid, which holds nobody else', async () => {
  await desk.open(page, `${area}/manual_report_meal_v2`);
  await page.getByRole('button', { name: '下一周' }).click();
  await shown(page).getByRole('grid', { name: '报餐' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect((await namesShown()).length).toBeGreaterThan(0);
  await shown(page).locator('[data-row="0"] [data-cell="2"]').click();
  await page.getByRole('button', { name: '保存 1 格' }).click();
  await page.getByText('已保存 1 格').waitFor();
  await look('grid');
});

it('registers who is away', async () => {
  await desk.open(page, `${area}/manual_report_meal/absence`);
  await page.getByRole('button', { name: '登记缺勤' }).click();
  const dialog = page.getByRole('dialog');
  const people = dialog.getByLabel('人员', { exact: true });
  await people.click();
  await people.fill(own[1]!.name);
  await page.locator('.ant-select-item-option:visible', { hasText: own[1]!.name }).first().click();
  await people.fill(stranger.name);
  await expect.poll(() => page.locator('.ant-select-item-option:visible', { hasText: stranger.name }).count()).toBe(0);
  await look('absence');
  await page.keyboard.press('Escape');
});

it('sees who did not come and what the month cost, of the class alone', async () => {
  const day = b.day(2);
  const absent = own[0]!;
  for (const { id } of [absent, stranger]) await b.pay(id, 10_000);
  expect((await b.report([absent.id, stranger.id], day)).errorcode).toBe(0);
  b.app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
  await closeAndJudge(b.app.services, b.organizationId);
  b.app.clock.set(Date.parse(`${addDays(day, 1)}T09:00:00+08:00`));
  await b.app.services.pool.query('update device_beat set last_beat_at = to_timestamp($1::float8 / 1000)', [
    b.app.clock.now(),
  ]);
  await closeAndJudge(b.app.services, b.organizationId);
  page = await desk.enter(login, `Walk-${login}-2026`);
  await desk.open(page, `${area}/report_meal_detail?diningDate=${day},${day}&fate=CHARGE`);
  await shown(page).locator('.ant-table-row').first().waitFor();
  expect(await namesShown()).toEqual([absent.name]);
  await look('missed');
  const month = `${day.slice(0, 7)}-01`;
  const end = addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1);
  await desk.open(page, `${area}/meals_deduction_month?businessDate=${month},${end}`);
  await shown(page).locator('.ant-table-row').first().waitFor();
  expect(await namesShown()).toContain(absent.name);
  await look('month');
});

it('is refused what is the kitchen’s, with words, and finds no way to it', async () => {
  await page.goto(`${b.app.origin}${area}/food_menu/kitchen`);
  await page.getByText('当前账号没有此页面的权限').waitFor();
  await desk.open(page, `${area}/report_meal_detail`);
  expect(await shown(page).getByRole('link', { name: '备餐单' }).count()).toBe(0);
  expect(await shown(page).getByRole('button', { name: '备餐单' }).count()).toBe(0);
  await look('no-kitchen');
  expect(desk.complaints.flat()).toEqual([]);
});
