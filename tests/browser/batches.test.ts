/** The batch wizards of consumption by hand: charging people without a terminal and taking it back, one wrong price for a meal. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { addDays, dateAt } from '../../src/kit/server/clock.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { type Desk, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

const area = '/admin/organization';

let app: TestApp;
let browser: Browser;
let clerk: Desk;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  // Whoever is charged may have eaten already, at whatever hour this runs.
  await app.services.pool.query('update meal_period set times = null');
  await app.services.pool.query('update person_type set day_limit_amount_fen = null, day_limit_count = null');
  clerk = await takeDesk(app, browser, 'school', app.clock.now());
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
afterEach(async () => {
  expect(await checkInvariants(app.services.pool)).toEqual([]);
  expect(clerk.complaints).toEqual([]);
});

const one = async <R extends object>(text: string, values: unknown[] = []): Promise<R> => {
  const { rows } = await app.services.pool.query<R>(text, values);
  if (!rows[0]) throw new Error(`nothing found: ${text}`);
  return rows[0];
};
const figure = (label: string) => clerk.tab().locator('.kb-figure', { hasText: label }).locator('b');

describe('人工消费', () => {
  it('charges two people a fixed amount, names the number nobody has, and takes the whole batch back', async () => {
    const people = await app.services.pool.query<{ job_number: string; person_id: number }>(
      `select p.job_number, b.person_id from person p join person_balance b on b.person_id = p.id
       join organization o on o.id = p.organization_id
       where o.kind = 'SCHOOL' and p.status = 'NORMAL' and b.main_fen > 2000 order by p.id limit 2`,
    );
    const mainFen = async () =>
      (
        await one<{ fen: number }>(
          'select sum(main_fen + subsidy_fen)::bigint as fen from person_balance where person_id = any($1)',
          [people.rows.map((p) => p.person_id)],
        )
      ).fen;
    const before = await mainFen();
    await clerk.open(`${area}/artificial_chopping/form`);
    const tab = clerk.tab();
    // Yesterday's lunch has begun at whatever hour this runs.
    await tab.getByLabel('就餐日期').fill(addDays(dateAt(app.clock.now()), -1));
    await clerk.page.keyboard.press('Enter');
    await clerk.choose(tab, '餐次', '', '午餐');
    await clerk.choose(tab, '餐厅', '', '一食堂');
    await tab.getByText('每人固定金额').click();
    await tab.getByLabel('每人金额').fill('1.50');
    await tab.getByLabel('工号/卡号').fill([...people.rows.map((p) => p.job_number), 'NOBODY'].join('\n'));
    await tab.getByRole('button', { name: /^预\s*览$/ }).click();
    await tab.getByText('1 个号码没有找到人：NOBODY').waitFor();
    await tab.getByRole('button', { name: '核对 2 人' }).click();
    expect(await figure('扣款合计').textContent()).toBe('3.00元');
    await tab.getByRole('button', { name: '立即扣款 3.00 元' }).click();
    await expect.poll(() => figure('已入账').first().textContent()).toBe('2笔');
    await expect.poll(mainFen).toBe(before - 300);
    await clerk.tab().getByRole('button', { name: '撤销', exact: true }).click();
    await clerk.dialog().getByRole('textbox').first().fill('录错了餐次');
    await clerk.confirm(/^撤销 3\.00 元$/);
    await expect.poll(() => figure('已撤销').first().textContent()).toBe('2笔');
    expect(await mainFen()).toBe(before);
  });
});

describe('批量纠错', () => {
  it('gives back what one device charged too much at one meal', async () => {
    const meal = await one<{ date: string; device: string; meal: string; fen: number; n: number }>(
      `select t.business_date::text as date, d.name as device, m.name as meal, sum(t.amount_fen - 100)::bigint as fen, count(*)::int as n
       from trade t join device d on d.id = t.device_id join meal_period m on m.id = t.meal_period_id
       join organization o on o.id = t.organization_id
       where o.kind = 'SCHOOL' and t.kind = 'CONSUME' and t.mode = 'FIXED' and t.amount_fen > 100
         and not exists (select 1 from trade r where r.original_trade_id = t.id)
       group by 1, 2, 3 having count(*) = count(distinct t.person_id) order by count(*) limit 1`,
    );
    await clerk.open(`${area}/correct/batch/form`);
    const tab = clerk.tab();
    await clerk.choose(tab, '设备', meal.device, meal.device);
    await tab.getByLabel('营业日期').fill(meal.date);
    await clerk.page.keyboard.press('Enter');
    await clerk.choose(tab, '餐次', '', meal.meal);
    await tab.getByText('统一改为').click();
    await tab.getByLabel('统一价').fill('1.00');
    await tab.getByLabel('原因').fill('窗口价格设错');
    await tab.getByRole('button', { name: /^预\s*览$/ }).click();
    await tab.getByRole('button', { name: `核对 ${meal.n} 笔` }).click();
    expect(await figure('退回给就餐人').textContent()).toBe(`${formatFenGrouped(meal.fen)}元`);
    await tab.getByRole('button', { name: /^(立即纠正|提交审核)/ }).click();
    await clerk
      .tab()
      .getByText(/^批量纠错/)
      .or(clerk.tab().getByRole('heading', { name: meal.date }))
      .first()
      .waitFor();
    await expect.poll(() => figure('已入账').first().textContent()).toBe(`${meal.n}笔`);
  });
});

describe('批量发放补贴', () => {
  it('tells the list in the tab beside it what became of a batch', async () => {
    const batches = `${area}/subsidy/batch_recharge`;
    const school = await app.login('school');
    const types = await app.post(`${area}/type`, 'options', { size: 1 }, school);
    const made = await app.post(
      batches,
      'create',
      {
        kind: 'GRANT',
        mode: 'MANUAL',
        typeIds: [(types.body.data as { id: number }[])[0]!.id],
        departmentIds: [],
        amountFen: 100,
        grantOn: dateAt(app.clock.now()),
        name: '两张标签页',
      },
      school,
    );
    expect(made.body.errorcode, made.body.errormsg).toBe(0);
    await clerk.open(batches);
    await clerk.row('两张标签页', '查看');
    await clerk.page.getByRole('link', { name: '打开整页' }).click();
    await clerk.tab().getByRole('button', { name: '作废' }).click();
    await clerk.dialog().getByLabel('原因').fill('建错了');
    await clerk.confirm();
    await clerk.tab().getByText('作废原因：建错了').waitFor();
    await clerk.page.getByRole('tab', { name: '批量发放补贴', exact: true }).click();
    await clerk.tab().locator('.ant-table-row', { hasText: '两张标签页' }).getByText('已作废').waitFor();
  });
});
