/**
 * The platform operator's morning through the console: bills dropped, three findings worked off, receipts that agree to the fen,
 * the day signed by two. The channels' files and orders come from outside; the rest is done at the screen.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAllDays } from '../../src/domains/clearing/public.server.ts';
import {
  alipayBill,
  billLines,
  type ClearingBench,
  clearingBench,
  type Order,
  paidLine,
  today,
  wechatBill,
} from '../../src/domains/clearing/testing.ts';
import { checkUnitInvariants, settleAll } from '../../src/domains/settlement/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { type Desk, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

const area = '/admin/platform';
const abnormal = `${area}/abnormal_trade_record`;
let bench: ClearingBench;
let browser: Browser;
let desk: Desk;
let day: string;
let unheard: Order;
let renamed: Order;

beforeAll(async () => {
  [bench, browser] = await Promise.all([clearingBench(), launchChromium()]);
  const { app } = bench;
  day = today(bench);
  app.clock.set(Date.parse(`${day}T12:00:00+08:00`));
  unheard = await bench.order(2_000, 'WECHAT', true);
  app.services.pay.sandbox('WECHAT')!.paidUnheard({ ...unheard, outTradeNo: unheard.orderNo, paidAt: app.clock.now() });
  await bench.order(500, 'ALIPAY');
  renamed = await bench.order(3_000);
  await settleAll(app.services);
  app.clock.set(Date.parse(`${addDays(day, 1)}T10:40:00+08:00`));
  // The night's look at the terminals' days.
  await checkAllDays(app.services);
  desk = await takeDesk(app, browser, 'platform', app.clock.now());
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await bench?.stop();
});

const main = async (order: Order) => {
  const { rows } = await bench.app.services.pool.query<{ n: number; fen: number }>(
    `select count(*)::int as n, coalesce(sum(g.amount_fen), 0)::bigint as fen from posting g join recharge_order o
       on o.organization_id = g.organization_id and o.person_id = g.person_id where o.id = $1 and g.kind = 'RECHARGE'`,
    [order.id],
  );
  return rows[0]!;
};
/** The findings that wait, by their kinds as the list shows them. */
const waiting = async () => {
  await desk.open(`${abnormal}?status=OPEN,PROCESSING&day=${day},${day}`);
  return desk.tab().locator('.ant-table-row');
};

it('two bills dropped at once: both read, three findings listed', async () => {
  const lines = [
    ...(await billLines(bench.app, 'WECHAT', day, [renamed])),
    paidLine(unheard),
    // The channel's own number is another than the one its notice gave.
    paidLine(renamed, { channelNo: `42${renamed.id}` }),
    paidLine(unheard, { outTradeNo: 'POS0001', channelNo: '4200002000001', amount: '88.00' }),
  ];
  const alipay = alipayBill(await billLines(bench.app, 'ALIPAY', day));
  await desk.open(`${area}/merchant_bill`);
  const files = [
    { name: `交易账单${day}.csv`, mimeType: 'text/csv', buffer: Buffer.from(wechatBill(lines)) },
    { name: `业务明细${day}.csv`, mimeType: 'text/csv', buffer: alipay },
  ];
  await desk.tab().locator('.mb-drop input[type="file"]').setInputFiles(files);
  await desk.tab().getByText('3 处差异已列入「异常交易记录」').waitFor();
  await desk.look('1-bill-dropped');
  const found = await waiting();
  await expect.poll(() => found.count()).toBe(3);
  await desk.look('1-findings');
});

it('补入账 pressed in two tabs at once credits once', async () => {
  const other = await desk.beside();
  for (const one of [desk, other]) {
    await one.open(`${abnormal}?status=OPEN,PROCESSING&day=${day},${day}`);
    await one.row(unheard.orderNo, '补入账');
    await one.dialog().getByText('20.00').first().waitFor();
  }
  await desk.look('2-credit');
  await Promise.all(
    [desk, other].map((one) =>
      one
        .dialog()
        .getByRole('button', { name: /补入账/ })
        .last()
        .click(),
    ),
  );
  await desk.page.getByText('已按渠道的金额与流水号入账').or(desk.dialog().locator('.k-refused')).first().waitFor();
  await expect.poll(() => main(unheard)).toEqual({ n: 1, fen: 2_000 });
  await other.page.close();
  const rows = await waiting();
  await expect.poll(() => rows.count()).toBe(2);
});

it('money nobody ordered goes back by two, what needs nothing is explained', async () => {
  await desk.row('POS0001', '原路退回');
  await desk.dialog().getByText('88.00').first().waitFor();
  await desk.look('1-orphan-back');
  await desk.sign('pt-fuhe');
  await desk.confirm(/原路退回/);
  await desk.page.getByText('已交渠道原路退回').waitFor();
  await (await waiting()).first().waitFor();
  await desk.row(renamed.orderNo, '说明');
  await desk.dialog().getByLabel('为什么不必处理').fill('渠道换过流水号，金额与订单一致');
  await desk.confirm();
  await desk.tab().getByText('没有').first().waitFor();
  await desk.look('1-worked-off');
  const { rows } = await bench.app.services.pool.query(
    `select kind, status from abnormal_trade where day = $1 and of_bill order by kind`,
    [day],
  );
  expect(rows).toEqual([
    { kind: 'NUMBER', status: 'IGNORED' },
    { kind: 'ORPHAN', status: 'FIXED' },
    { kind: 'UNCREDITED', status: 'FIXED' },
  ]);
});

it('receipts agree with the channel to the fen, and the day is signed by two', async () => {
  await desk.open(`${area}/daily_cash_receipts?day=${day},${day}&channel=WECHAT`);
  const rows = desk.tab().locator('.ant-table-row');
  await rows.first().waitFor();
  await desk.look('1-receipts');
  const said = await rows.allInnerTexts();
  for (const row of said) expect(row).toMatch(/\s0\.00\s(已核平|已说明)/);
  await desk.open(`${area}/check_consume?day=${day},${day}`);
  const steps = desk.tab().locator('.ck-steps > li');
  await steps.nth(1).getByText('✓ 2. 渠道账单').waitFor();
  await desk.look('1-check');
  await desk.tab().getByText('缺号地图', { exact: true }).click();
  await desk.tab().locator('.ck-map td').first().waitFor();
  await desk.look('1-gap-map');
  await desk.tab().getByText(`${day} 核对`).click();
  await desk
    .tab()
    .getByRole('button', { name: `签核 ${day}` })
    .click();
  const note = desk.dialog().getByLabel('说明');
  await desk.dialog().locator('[data-part="witness"]').waitFor();
  if (await note.isVisible()) await note.fill('设备返厂检修，单位已说明');
  await desk.sign('pt-fuhe');
  await desk.look('1-sign');
  await desk.confirm(new RegExp(`签核 ${day}`));
  await steps.nth(3).getByText('平台运营、平复核').waitFor();
  await settleAll(bench.app.services);
  expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);
  await bench.sound();
  expect(desk.complaints.filter((one) => !one.includes('status of'))).toEqual([]);
});
