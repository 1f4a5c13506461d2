/** A week of menus through the console: a manager's from the cycle to a dish that ran out, a nutritionist's from the import to the public page. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portrait } from '../../src/demo/portrait.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { type BenchDesk, benchDesk, shown } from './bench-desk.ts';

let desk: BenchDesk;
let b: BenchDesk['b'];
const enter = (account?: string) => desk.enter(account);
const open = (page: Page, path: string) => desk.open(page, path);

beforeAll(async () => {
  desk = await benchDesk();
  b = desk.b;
}, 300_000);
afterAll(() => desk?.stop());

const weekMenus = '/admin/organization/food_menu_v2';
const dayOf = async (table: Locator) =>
  (await table.locator('[role=gridcell]').first().getAttribute('data-key'))!.split('|')[1]!;

/** The week menu, turned to the week that begins on `monday`; a tab remembers the one it showed last. */
async function openMenus(page: Page, monday?: string): Promise<Locator> {
  await open(page, weekMenus);
  const table = shown(page).getByRole('grid', { name: '周菜谱' });
  await table.waitFor();
  for (let at = await dayOf(table); monday !== undefined && at !== monday; at = await dayOf(table)) {
    await shown(page)
      .getByRole('button', { name: at < monday ? '下一周' : '上一周' })
      .click();
    await expect.poll(() => dayOf(table)).not.toBe(at);
  }
  return table;
}
/** The Monday of the first week that has no dishes yet. */
async function emptyWeek(page: Page): Promise<string> {
  let monday = await dayOf(await openMenus(page));
  while ((await (await openMenus(page, monday)).locator('.mw-item').count()) > 0) monday = addDays(monday, 7);
  return monday;
}
/** What the page sends to the printer, as text. */
async function printed(page: Page, button: string, item?: string): Promise<string> {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await shown(page).getByRole('button', { name: button, exact: true }).click();
  if (item) await page.getByRole('menuitem', { name: item }).click();
  const sheet = page.locator('.k-print-root .k-sheet');
  await sheet.waitFor({ state: 'attached' });
  const text = (await sheet.textContent()) ?? '';
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  return text;
}

/** Gives the dish a picture, as its form does. */
async function withPicture(dish: string): Promise<void> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(portrait(1))], 'dish.png', { type: 'image/png' }));
  const sent = await fetch(`${b.app.origin}/api/upload?purpose=image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await b.app.login('school')}` },
    body: form,
  });
  const { data } = (await sent.json()) as { data: { key: string } };
  await b.app.services.pool.query('update dish set image = $1 where name = $2', [data.key, dish]);
}

/** Widths of the pictures on the sheet as the printer gets it. */
async function picturesPrinted(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await shown(page).getByRole('button', { name: '打印 ▾', exact: true }).click();
  await page.getByRole('menuitem', { name: '带图片 A4' }).click();
  await page.locator('.k-print-root .k-sheet').waitFor({ state: 'attached' });
  const widths = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('.k-print-root td img')].map(({ naturalWidth }) => naturalWidth),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  return widths;
}

describe("a manager's week of menus", () => {
  it('opens at today, so that the kitchen’s sheet is that of today', async () => {
    const page = await enter();
    const table = await openMenus(page);
    expect(await table.locator('[role=gridcell][aria-selected=true]').getAttribute('data-key')).toContain(
      `|${b.today}|`,
    );
    // What is chosen is changed at the foot of the window, not below rows one has to scroll past.
    const panel = (await shown(page).locator('.mw-panel').boundingBox())!;
    expect(panel.y + panel.height).toBeLessThanOrEqual(900);
  });

  it('lays the cycle, plans, has another publish it, prints it, and stops a dish that ran out', async () => {
    const page = await enter();
    const monday = await emptyWeek(page);
    const table = await openMenus(page, monday);
    await shown(page).getByRole('button', { name: '套用循环' }).click();
    await page.getByRole('dialog').getByLabel('模板或循环').click();
    await page.locator('.ant-select-item-option:visible').first().click();
    await page.getByRole('button', { name: /^预\s*览$/ }).click();
    await page.getByText(/^将写入 \d+ 餐/).waitFor();
    expect(await page.getByRole('dialog').innerText()).toMatch(/将写入 [1-9]/);
    await page.getByRole('button', { name: /^写入 \d+ 餐$/ }).click();
    await page.getByText(/^已写入 \d+ 餐/).waitFor();
    const cell = table.locator('[role=gridcell]:has(.mw-item)').first();
    await cell.click({ position: { x: 4, y: 4 } });
    const planned = shown(page)
      .getByLabel(/计划份数$/)
      .first();
    await planned.fill('120');
    await planned.blur();
    // What is handed in is what stands on the screen, saved or not.
    await shown(page).getByRole('button', { name: '保存 1 餐' }).waitFor();
    await shown(page).getByRole('button', { name: '提交', exact: true }).click();
    await page.getByText('已提交').first().waitFor();

    const other = await enter('finance');
    const theirs = await openMenus(other, monday);
    const dish = (await theirs.locator('.mw-item span').first().innerText()).trim();
    await shown(other).getByRole('button', { name: '发布本周' }).click();
    await other.getByRole('button', { name: /^(发\s*布|确认 \d+ 处提醒并发布)$/ }).click();
    await other.getByText(/^已发布 \d+ 餐/).waitFor();
    await theirs.locator('.mw-state', { hasText: '已发布' }).first().waitFor();
    expect(await printed(other, '打印 ▾', '周菜谱 A3')).toContain(dish);
    expect(await picturesPrinted(other)).toEqual([]);
    await withPicture(dish);
    await other.reload();
    await openMenus(other, monday);
    expect(await picturesPrinted(other)).toContain(480);
    await theirs
      .locator('[role=gridcell]:has(.mw-item)')
      .first()
      .click({ position: { x: 4, y: 4 } });
    await shown(other).getByRole('button', { name: '售罄' }).first().click();
    // What that does to who has ordered it is told first.
    const asked = other.getByRole('dialog');
    await asked.getByText('未取的订单').waitFor();
    await asked.getByRole('button', { name: '售罄' }).click();
    await other.getByText('已调整').first().waitFor();
    await theirs.locator('.mw-stopped').first().waitFor();
    await shown(other).getByRole('button', { name: '备餐单' }).click();
    await shown(other).getByRole('toolbar', { name: '备餐单' }).waitFor();
    await shown(other).getByText(dish).first().waitFor();
    expect(await printed(other, '打印')).toContain('120');
    expect(await b.breaks()).toEqual([]);
  });
});

describe("a nutritionist's week", () => {
  // Dishes are chosen at the window there: a diner has the mean of what is planned.
  const recipes = [
    ['米饭', '主食', '1', '粳米（标一） 130克'],
    ['秘制烤肉', '大荤', '8', '秘制肉 120克、菜籽油 12克、精盐 14克'],
    ['清炒青菜', '素菜', '3', '神仙菜 200克、菜籽油 6克、精盐 6克'],
    ['清炖牛肉', '大荤', '9', '牛肉（后腿） 70克、胡萝卜 40克、大豆油 4克、精盐 0.8克'],
    ['双蔬', '素菜', '3', '菠菜（鲜） 130克、西兰花 60克、大豆油 3克、精盐 0.4克'],
    ['全脂牛奶', '奶与饮品', '3', '纯牛奶（代表值，全脂） 700克'],
    ...Array.from({ length: 24 }, (_, i) => [`时蔬${i + 1}号`, '素菜', '3', `油菜 ${100 + i}克、菜籽油 5克、精盐 1克`]),
  ];
  const sheet = ['菜品,分类,售价,配料', ...recipes.map((row) => row.join(','))].join('\n');
  let days: [string, string];

  /** The lunches of a week's five days hold these dishes and no others. */
  async function plan(page: Page, dishes: readonly string[]): Promise<void> {
    const table = await openMenus(page, days[0]);
    const cellOf = (day: string) => table.locator('[role=gridcell]', { hasText: `${day} 午餐` }).first();
    const away = shown(page).getByRole('button', { name: /^去掉 / });
    for (const day of ['周一', '周二', '周三', '周四', '周五']) {
      await cellOf(day).click({ position: { x: 3, y: 3 } });
      await expect.poll(() => cellOf(day).getAttribute('aria-selected')).toBe('true');
      while ((await away.count()) > 0) await away.first().click();
      for (const dish of dishes) {
        await shown(page).getByLabel('查找菜品').fill(dish);
        await shown(page).getByLabel('菜品', { exact: true }).getByRole('button', { name: dish }).first().click();
      }
      expect(await cellOf(day).locator('.mw-item').count()).toBe(dishes.length);
    }
    await shown(page).getByRole('button', { name: '保存 5 餐' }).click();
    await shown(page).getByRole('button', { name: '已保存' }).waitFor();
  }
  /** What the analysis of the week says: its verdict, and of single checks. */
  async function verdicts(page: Page, ...checks: string[]): Promise<string[]> {
    await open(page, `/admin/organization/nourishment?menuDate=${days.join(',')}`);
    const panel = shown(page).getByLabel('整段判定');
    await panel.waitFor();
    await panel.locator('summary').click();
    const told = [await panel.locator('.nu-verdict').innerText()];
    for (const check of checks)
      told.push(
        await panel
          .locator('tr', { has: page.getByRole('rowheader', { name: check }) })
          .first()
          .locator('td')
          .first()
          .innerText(),
      );
    return told;
  }

  it('imports recipes with foods nobody knows, completes them, swaps what fails, and hangs the week out', async () => {
    const set = await b.school('food_menu/setting', 'update', {
      twoHands: false,
      repeatDays: 3,
      costRatio: null,
      peopleMix: [
        { ageGroup: '12-14', gender: 'M', heads: 100 },
        { ageGroup: '12-14', gender: 'F', heads: 100 },
      ],
    });
    expect(set).toMatchObject({ errorcode: 0 });
    const page = await enter();
    await open(page, '/admin/organization/organization_food');
    await shown(page).getByRole('button', { name: '导入', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('导入文件')
      .setInputFiles({ name: '菜品.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
    await dialog.getByRole('button', { name: '检查数据' }).click();
    await dialog.getByText('可导入', { exact: false }).first().waitFor();
    await dialog.getByRole('button', { name: /^导入/ }).last().click();
    await dialog.getByText('导入完成').waitFor();
    await dialog.getByRole('button', { name: '完成' }).click();

    const first = await emptyWeek(page);
    days = [first, addDays(first, 6)];
    await plan(page, ['米饭', '秘制烤肉', '清炒青菜']);
    expect((await verdicts(page))[0]).toContain('数据不足');

    await open(page, '/admin/organization/organization_food_stuff?linked=OWN');
    for (const food of ['秘制肉', '神仙菜']) await shown(page).getByText(food).first().waitFor();
    const known = { 能量: 150, 蛋白质: 18, 脂肪: 8, 碳水化合物: 1, 钙: 8, 铁: 2, 钠: 60 };
    for (const food of ['秘制肉', '神仙菜']) {
      await shown(page)
        .locator('.ant-table-row', { hasText: food })
        .getByRole('button', { name: '编辑', exact: true })
        .click();
      const saves = shown(page).getByRole('button', { name: /^保\s*存$/ });
      for (const [nutrient, value] of Object.entries(known))
        await shown(page).getByLabel(nutrient, { exact: true }).fill(String(value));
      await saves.click();
      await saves.waitFor({ state: 'detached' });
      await shown(page).locator('.ant-table-row', { hasText: food }).waitFor();
    }
    expect(await verdicts(page, '钙', '盐')).toEqual([expect.stringContaining('符合'), '不足', '超出']);

    await plan(page, ['双蔬', '全脂牛奶']);
    expect(await verdicts(page, '钙', '盐')).toEqual([expect.stringContaining('符合'), '符合', '符合']);
    expect(await printed(page, '打印带量食谱')).toContain('菠菜（鲜） 130g');

    await openMenus(page, days[0]);
    await shown(page).getByRole('button', { name: '公示', exact: true }).click();
    const links = page.getByRole('dialog');
    const make = links.getByRole('button', { name: /^生成/ });
    await make.or(links.locator('figcaption')).first().waitFor();
    if (await make.count()) await make.click();
    const address = new URL((await links.locator('figcaption').first().innerText()).trim());
    const visitor = await desk.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
    desk.contexts.push(visitor);
    const phone = await visitor.newPage();
    await phone.goto(b.app.origin + address.pathname);
    await phone.locator('main.op-m').waitFor();
    expect(await phone.getByText('页面不存在').count()).toBe(0);
    // No import lies unfinished: the dialog asks, and is told so by a 404.
    expect(desk.complaints.flat()).toEqual([]);
  });
});
