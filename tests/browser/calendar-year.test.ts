/** The calendar as a year on one sheet: read, changed by the mouse and by keys alone, given back to its weekday; told without colours. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BenchDesk, benchDesk, shown } from './bench-desk.ts';
import { seriousFindings } from './shell-support.ts';

const path = '/admin/organization/fixed_value/calendar';
let desk: BenchDesk;
let page: Page;
beforeAll(async () => {
  desk = await benchDesk();
  await desk.b.app.services.pool.query('delete from calendar_day');
  page = await desk.enter();
}, 300_000);
afterAll(() => desk?.stop());

const day = (start: string) => shown(page).locator(`.k-year [title^="${start}"]`);
const look = async (name: string) => {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/calendar-${name}.png` });
};

it('a year without days is loaded from where it says so; its days tell their kind in a sign and in words', async () => {
  await desk.open(page, path);
  await shown(page).getByText('2026 年还没有节假日').waitFor();
  await shown(page).getByRole('button', { name: '载入 2026 年' }).click();
  await day('2026-10-01 周四 节假日：国庆节').waitFor();
  // Said as it is shown: «9日» names the day that shows 9.
  expect(await day('2026-11-09').getAttribute('aria-label')).toBe('2026年11月9日 周一 按星期判断');
  const markOf = (at: string) => day(at).locator('[data-mark]').getAttribute('data-mark');
  expect([await markOf('2026-10-10'), await markOf('2026-10-01')]).toEqual(['班', '休']);
  // Marked days too are called by what they show, and a weekend is read under the pointer.
  await day('2026-07-12').hover();
  expect(await seriousFindings(page, '.k-year')).toEqual([]);
  expect(await shown(page).getByRole('list', { name: '图例' }).innerText()).toMatch(/节假日 33 天[\s\S]*调休上班 6 天/);
  await look('year');
});

it('a day is changed in the dialog, with those after it; and given back to its weekday by keys alone', async () => {
  await day('2026-12-28').click();
  const dialog = page.getByRole('dialog', { name: '2026-12-28 周一' });
  await dialog.getByLabel('到').fill('2026-12-30');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('说明').fill('校庆');
  await look('dialog');
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await day('2026-12-30 周三 节假日：校庆').waitFor();
  // The keys alone: two days on, the dialog, the kind of its weekday.
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-day') === '2026-12-28');
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  const other = page.getByRole('dialog', { name: '2026-12-30 周三' });
  await other.waitFor();
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement)?.type === 'radio');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Control+Enter']) await page.keyboard.press(key);
  await day('2026-12-30 周三 按星期判断').waitFor();
  const { rows } = await desk.b.app.services.pool.query(
    `select day, kind, note from calendar_day where organization_id = $1 and day > '2026-12-01' order by day`,
    [desk.b.organizationId],
  );
  expect(rows).toEqual(['2026-12-28', '2026-12-29'].map((at) => ({ day: at, kind: 'HOLIDAY', note: '校庆' })));
  expect(desk.complaints.flat()).toEqual([]);
});
