/** A morning of food safety and of the gate on a 10-inch tablet, lying and standing, by those whose work it is. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../src/kit/server/clock.ts';
import { hireAs } from '../api/walk.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { type Desk, takeDesk } from './desk.ts';
import { beyond, tabletSizes, tooLow } from './fingers.ts';
import { area, openScene, type Scene } from './safety/stage.ts';
import { launchChromium } from './shell-support.ts';

let app: TestApp;
let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  scene = await openScene(app, browser);
}, 300_000);
afterAll(async () => {
  expect(app.errors).toEqual([]);
  await browser?.close();
  await app?.stop();
});

/** Somebody in the ready-made role, at a tablet. */
async function atTablet(role: string, login: string): Promise<{ desk: Desk; token: string; password: string }> {
  const roles = await scene.ask<{ id: number; name: string }[]>('role', 'options', { size: 50 });
  const token = await hireAs(app, 'school', 'organization', roles.find(({ name }) => name === role)!.id, login);
  const password = `Walk-${login}-2026`;
  const desk = await takeDesk(app, browser, login, app.clock.now(), { password, tablet: tabletSizes[0] });
  return { desk, token, password };
}

/** Both ways round, a finger finds what is to be pressed and nothing lies beyond the screen. */
async function fits({ page }: Desk, where: string): Promise<void> {
  for (const size of [...tabletSizes].reverse()) {
    await page.setViewportSize(size);
    await page.waitForTimeout(300);
    expect(await tooLow(page), where).toEqual([]);
    expect(await beyond(page), where).toBe(0);
  }
}

it('an officer’s day: from the home to who was not checked, the sheet of yesterday, a sample with its label, an alert closed', async () => {
  const { desk, token, password } = await atTablet('食品安全员', 'tablet-officer');
  const { page } = desk;
  await fits(desk, 'home');
  await desk.look('officer-home');
  // What is missing comes first, and leads to where it is done.
  const work = page.locator('.k-home-work > a');
  for (const missing of ['日管控待签名', '未晨检'])
    expect(await work.filter({ hasText: missing }).getAttribute('class')).toContain('k-home-bad');
  await work.filter({ hasText: '未晨检' }).tap();
  const unchecked = desk.tab().locator('tbody tr', { hasText: '未检', hasNotText: '无有效证' }).first();
  await unchecked.waitFor();
  await fits(desk, 'morning_check');
  const name = (await unchecked.locator('th').textContent())!;
  await unchecked.getByRole('button', { name: '登记' }).tap();
  await desk.dialog().getByLabel('体温').fill('36.5');
  await desk.dialog().getByLabel('登记原因').fill('晨检仪故障');
  await desk.confirm();
  await desk.tab().locator('tbody tr', { hasText: name }).getByText('合格', { exact: true }).waitFor();

  // The sheet of the day before is opened by the sentence that asks for it, while the people of the page are shown.
  const yesterday = addDays(scene.day, -1);
  await desk.open(`${area}/food_safety_employee`);
  await fits(desk, 'food_safety_employee');
  await desk.tab().locator('[data-part="notice"]').getByText('去签名').tap();
  await expect.poll(() => desk.tab().locator('.cs-bar input').first().inputValue()).toBe(yesterday);
  const ticks = desk.tab().locator('.cs-verdict .ant-segmented');
  await ticks.first().waitFor();
  await fits(desk, 'sheet');
  for (const tick of await ticks.all()) await tick.getByText('合格', { exact: true }).tap();
  await desk.look('officer-sheet');
  await desk
    .tab()
    .getByRole('button', { name: /签\s*名/ })
    .tap();
  await desk.dialog().getByLabel('本人密码').fill(password);
  await desk.confirm();
  await desk
    .tab()
    .getByText(/签名，摘要/)
    .waitFor();

  // Standing, the strip of days shows the day that is worked on.
  await desk.open(`${area}/sample_management`);
  await fits(desk, 'sample_management');
  await page.setViewportSize(tabletSizes[1]);
  await desk.open(`${area}/sample_management`);
  const today = await desk.tab().locator('.sm-days [aria-pressed="true"]').boundingBox();
  expect(today!.x + today!.width).toBeLessThanOrEqual(tabletSizes[1].width);
  const waiting = desk.tab().locator('.sm-cell', { hasText: '待留' }).first();
  const dish = (await waiting.getAttribute('aria-label'))!.split(' ')[0]!;
  await waiting.tap();
  const grams = desk.dialog().getByRole('spinbutton').first();
  await grams.fill('20');
  await desk.dialog().getByText(/还差/).first().waitFor();
  await desk.look('officer-weigh');
  await grams.fill('200');
  await desk
    .dialog()
    .getByRole('button', { name: /保\s*存/ })
    .tap();
  await desk.dialog().waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await desk
    .tab()
    .getByRole('button', { name: /^打印标签/ })
    .tap();
  await page.locator('.k-print-root .sm-label').first().waitFor({ state: 'attached' });
  expect((await page.locator('.k-print-root .sm-label').allTextContents()).join()).toContain(dish);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  const [alert] = await scene.rowsOf('alert_detail', { status: ['OPEN'], level: ['WARN'] });
  await desk.open(`${area}/alert_detail?status=OPEN&level=WARN`);
  await fits(desk, 'alert_detail');
  for (const [verb, body] of [
    ['take', {}],
    ['close', { note: '已到现场查看，恢复' }],
  ] as const)
    await scene.ask('alert_detail', verb, { ids: [alert!.id], ...body }, token);
  const [closed] = (await scene.rowsOf('alert_detail', { status: ['CLOSED'] })).filter(({ id }) => id === alert!.id);
  expect(closed).toMatchObject({ status: 'CLOSED' });
  expect(desk.complaints).toEqual([]);
  await desk.leave();
});

it('a gate’s morning: who is inside, who was refused and why, a visitor’s code, who is at work', async () => {
  app.clock.set(scene.morning + 80 * 60_000);
  await scene.play('gate');
  const { desk, token } = await atTablet('门卫', 'tablet-guard');
  await desk.open(`${area}/enter_record`);
  await desk
    .tab()
    .getByText(/模拟校门 \d+ 人/)
    .first()
    .waitFor();
  await fits(desk, 'enter_record');
  await desk.look('guard-records');
  const refused = desk.tab().locator('.ant-table-row', { hasText: '已查看' });
  await refused.first().waitFor();
  const before = (await scene.rowsOf('enter_record', { unseen: true, at: [scene.day, scene.day] })).length;
  await refused.first().getByRole('button', { name: '已查看' }).tap();
  await expect
    .poll(async () => (await scene.rowsOf('enter_record', { unseen: true, at: [scene.day, scene.day] })).length)
    .toBe(before - 1);
  for (const page of ['creaate_entrance_qrcode', 'access_control_attendance']) {
    await desk.open(`${area}/${page}`);
    await fits(desk, page);
  }
  // The form's choosers are the guard's to open.
  for (const chooser of ['user', 'district'])
    expect(await scene.post(chooser, 'options', { size: 5, for: 'creaate_entrance_qrcode' }, token)).toMatchObject({
      errorcode: 0,
    });
  expect(desk.complaints).toEqual([]);
  await desk.leave();
});

it('an outbreak drill: the dish on top, and a pack whose digest is the one kept, at a tablet', async () => {
  await scene.play('outbreak');
  const desk = await takeDesk(app, browser, 'school', app.clock.now(), { tablet: tabletSizes[1] });
  const { page } = desk;
  const [of] = await scene.rowsOf('food_trace', { keyword: '模拟：' });
  await desk.open(`${area}/food_trace/study?id=${of!.id}`);
  await desk.tab().getByRole('table', { name: '各菜' }).locator('tbody tr').first().waitFor();
  await fits(desk, 'study');
  await desk.look('outbreak-study');
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await desk.tab().getByRole('button', { name: '打印资料' }).tap();
  const paper = page.locator('.k-print-root');
  await paper.getByText(/摘要/).first().waitFor({ state: 'attached' });
  const { digest } = await scene.one<{ digest: string }>(
    'select digest from trace_pack where case_id = $1 order by id desc limit 1',
    [of!.id],
  );
  expect((await paper.textContent())!.replaceAll(/\s/g, '')).toContain(digest.slice(0, 16));
  expect(desk.complaints).toEqual([]);
  await desk.leave();
});
