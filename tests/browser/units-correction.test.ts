/**
 * A mistake between two units is put right at the screen: asked by one, looked at and posted by another, refused where it would
 * take what diners may claim back; and an amount of a caterer is held back and given free by two, with the caterer told why.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsumptionBench, consumptionBench } from '../../src/domains/consumption/testing.ts';
import { checkUnitInvariants, endow, settleAll } from '../../src/domains/settlement/testing.ts';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { type Desk, putOffBills, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

let bench: ConsumptionBench;
let browser: Browser;
let [caterer, postingId] = [{ id: 0, name: '' }, 0];
const school = '青禾实验中学';
const desks: Desk[] = [];

const one = async <T>(text: string, values: unknown[] = []) =>
  (await bench.app.services.pool.query(text, values)).rows[0] as T;
/** What lies in a purse, fen. */
const purse = async (unitId: number, name: string) =>
  (
    await one<{ fen: number }>(
      'select coalesce(sum(balance_fen), 0)::bigint as fen from unit_wallet where unit_id = $1 and purse = $2',
      [unitId, name],
    )
  ).fen;
const becomes = (before: number, change: number) =>
  `${formatFenGrouped(before)} 元 → ${formatFenGrouped(before + change)} 元`;
const sound = async () => expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);
async function sitDown(account: string): Promise<Desk> {
  const desk = await takeDesk(bench.app, browser, account, bench.app.clock.now());
  desks.push(desk);
  await putOffBills(desk);
  return desk;
}

beforeAll(async () => {
  [bench, browser] = await Promise.all([consumptionBench({ days: 1, share: 0.06 }), launchChromium()]);
  const { services, clock } = bench.app;
  const diner = bench.diners[0]!;
  const order = await bench.school<{ id: number }>('recharge', 'pay_code', {
    personId: diner.id,
    amountFen: 5_000,
    channel: 'WECHAT',
  });
  await bench.school('recharge', 'sandbox_pay', { id: order.data.id });
  await bench.eat(diner, 1_500);
  clock.set(Date.parse(`${addDays(bench.today, 1)}T10:40:00+08:00`));
  await settleAll(services);
  caterer = await one(
    `select b.unit_id as id, b.unit_name as name from unit_balance b join employee e on e.unit_id = b.unit_id and e.unit_type = b.unit_type
     join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  ({ id: postingId } = await one<{ id: number }>(
    `select p.id from unit_posting p join unit_entry e on e.posting_id = p.id
     where p.kind = 'CONTRACT_DAY' and p.organization_id = $1 and e.unit_type = 'CONTRACTOR' and e.unit_id = $2 order by p.id limit 1`,
    [bench.organizationId, caterer.id],
  ));
  await endow(services, { unitType: 'CONTRACTOR', unitId: caterer.id, purse: 'AVAILABLE' }, 50_000);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await bench?.app.stop();
});

describe('a correction between units', () => {
  const page = '/admin/platform/unit_adjustment';
  let [asker, other] = [] as unknown as [Desk, Desk];
  interface Asked {
    from: [unit: string, purse: string];
    to: [unit: string, purse: string];
    yuan: string;
    reason: string;
  }
  async function ask({ from, to, yuan, reason }: Asked): Promise<void> {
    await asker.open(`${page}/form`);
    const form = asker.tab();
    for (const [way, [unit, account]] of [
      ['转出', from],
      ['转入', to],
    ] as const) {
      await asker.choose(form, `${way}方`, unit, unit);
      await form
        .locator('.ant-form-item', { hasText: `${way}账户` })
        .getByRole('radio', { name: account })
        .check();
    }
    await form.getByLabel('金额').fill(yuan);
    await form.getByLabel('更正的流水号').fill(String(postingId));
    await form.getByLabel('原因').fill(reason);
    await asker.look(`8-ask-${yuan}`);
    await form.getByRole('button', { name: /提交审核/ }).click();
    await asker.page.getByText('已提交，由另一人审核后入账').waitFor();
  }

  it('moves nothing until another account has seen both balances and posts it; both sides find it', async () => {
    [asker, other] = [await sitDown('platform'), await sitDown('pt-fuhe')];
    const reason = '当天一份客餐记在承包商名下';
    const before = [await purse(caterer.id, 'AVAILABLE'), await purse(bench.organizationId, 'AVAILABLE')] as const;
    await ask({ from: [caterer.name, '可提现'], to: [school, '可提现'], yuan: '2.50', reason });
    expect(await purse(caterer.id, 'AVAILABLE')).toBe(before[0]);
    await asker.open(page);
    const own = asker.tab().locator('.ant-table-row', { hasText: '2.50' });
    await own.waitFor();
    // Who asked may take it back, and no more.
    await asker.look('8-asked');
    await expect
      .poll(() => own.getByRole('button', { name: '审核通过' }).and(asker.page.locator(':enabled')).count())
      .toBe(0);

    await other.open(page);
    await other.row('2.50', '审核通过');
    const told = other.dialog().locator('[data-part=outcome]');
    await told.getByText(becomes(before[0], -250)).waitFor();
    await told.getByText(becomes(before[1], 250)).waitFor();
    await told.getByText(String(postingId)).waitFor();
    await other.look('8-outcome');
    await other.confirm(/审核通过/);
    await other.tab().locator('.ant-table-row', { hasText: '2.50' }).getByText('已入账').waitFor();
    await other.look('8-posted');
    expect(await purse(caterer.id, 'AVAILABLE')).toBe(before[0] - 250);
    expect(await purse(bench.organizationId, 'AVAILABLE')).toBe(before[1] + 250);
    for (const [account, area] of [
      ['school', 'organization'],
      ['contractor', 'contractor'],
    ] as const) {
      const desk = await sitDown(account);
      await desk.open(`/admin/${area}/money_record`);
      await desk.tab().locator('.ant-table-row', { hasText: reason }).first().waitFor();
      await desk.look(`8-record-${account}`);
    }
    await sound();
  });

  it('is refused where 备付 would give what diners may claim back, and says how much it may give', async () => {
    const float = await purse(bench.organizationId, 'FLOAT');
    expect(float).toBeGreaterThan(0);
    const reason = '备付多留了一笔，转到待结算';
    await ask({ from: [school, '备付'], to: [school, '待结算'], yuan: (float / 100).toFixed(2), reason });
    await other.open(page);
    await other.row(formatFenGrouped(float), '审核通过');
    await other.dialog().locator('[data-part=outcome]').getByText(becomes(float, -float)).waitFor();
    await other
      .dialog()
      .getByRole('button', { name: /审核通过/ })
      .last()
      .click();
    await other.page
      .getByText(/备付是就餐人可以退回的钱，现在最多调出 .* 元/)
      .first()
      .waitFor();
    await other.look('8-refused');
    expect(await purse(bench.organizationId, 'FLOAT')).toBe(float);
    await sound();
  });
});

it('an amount held back: two hold it, the caterer reads why, no more than is free; two give it free', async () => {
  const reason = '收款账户存疑，待核实';
  const [platform, unit] = [await sitDown('platform'), await sitDown('contractor')];
  const free = await purse(caterer.id, 'AVAILABLE');
  const wallets = '/admin/platform/wallet_balance';
  await platform.open(`${wallets}?keyword=${encodeURIComponent(caterer.name)}`);
  await platform.row(caterer.name, '押款');
  const dialog = platform.dialog();
  await dialog.getByLabel('金额').fill('200');
  await dialog.getByLabel('原因').fill(reason);
  await dialog.locator('[data-part=outcome]').getByText(becomes(free, -20_000)).waitFor();
  // The second person is another account.
  await platform.sign('platform');
  await dialog.getByRole('button', { name: /押款/ }).last().click();
  await platform.look('9-alone');
  expect(await purse(caterer.id, 'AVAILABLE')).toBe(free);
  await platform.sign('pt-fuhe');
  await platform.look('9-hold');
  await platform.confirm(/押款/);
  await expect.poll(() => purse(caterer.id, 'AVAILABLE')).toBe(free - 20_000);

  await unit.open('/admin/contractor/money');
  await unit.tab().getByText('平台押下的款').waitFor();
  await unit
    .tab()
    .getByText(new RegExp(`200\\.00 元：${reason}`))
    .waitFor();
  await unit.look('9-told');

  await platform.open(`${wallets}/held`);
  await platform.row(reason, '解除');
  await platform.dialog().locator('[data-part=outcome]').getByText('200.00 元').first().waitFor();
  await platform.dialog().getByLabel('解除原因').fill('银行回函已核实');
  await platform.sign('pt-fuhe');
  await platform.look('9-release');
  await platform.confirm(/解\s*除/);
  await platform.tab().locator('.ant-table-row', { hasText: reason }).getByText('已解除').waitFor();
  await platform.look('9-released');
  expect(await purse(caterer.id, 'AVAILABLE')).toBe(free);
  await unit.open('/admin/contractor/money');
  await unit.tab().getByText(formatFenGrouped(free)).first().waitFor();
  expect(await unit.tab().getByText(reason).count()).toBe(0);
  await sound();
  expect(desks.flatMap(({ complaints }) => complaints)).toEqual([]);
  expect(bench.app.errors).toEqual([]);
});
