/**
 * An agent renews a customer that could only read any more, and the platform takes it back; then a month end of twelve units, one of
 * them red: examined, approved, locked, and a pack with one byte changed told by the name of its file. All at the screen.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followMonths } from '../../src/domains/clearing/public.server.ts';
import { type ConsumptionBench, consumptionBench } from '../../src/domains/consumption/testing.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { runUnitInvariants } from '../../src/domains/settlement/public.server.ts';
import { checkUnitInvariants, settleAll } from '../../src/domains/settlement/testing.ts';
import { closeMonth, runInvariants } from '../../src/domains/wallet/public.server.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { openZip } from '../../src/kit/server/sheet/zip-reader.ts';
import { type Desk, putOffBills, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

let bench: ConsumptionBench;
let browser: Browser;
const desks: Desk[] = [];
const rows = async <T>(text: string, values: unknown[] = []) =>
  (await bench.app.services.pool.query(text, values)).rows as T[];
async function sitDown(account: string): Promise<Desk> {
  const desk = await takeDesk(bench.app, browser, account, bench.app.clock.now());
  desks.push(desk);
  await putOffBills(desk);
  return desk;
}

beforeAll(async () => {
  [bench, browser] = await Promise.all([consumptionBench({ days: 1, share: 0.06 }), launchChromium()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await bench?.app.stop();
});

describe('a renewal', () => {
  const customer = '绿源膳食管理有限公司';
  const fees = (area: string) => `/admin/${area}/annual_fee_record?keyword=${encodeURIComponent('绿源')}`;
  const notices = async () =>
    (await rows<{ n: number }>(`select count(*)::int as n from contractor_notice where title like '本周供餐安排%'`))[0]!
      .n;
  /** What agents have coming of fees, fen. */
  const commission = async () =>
    (
      await rows<{ fen: number }>(
        `select coalesce(sum(balance_fen), 0)::bigint as fen from unit_wallet where unit_type = 'AGENT' and purse = 'PENDING'`,
      )
    )[0]!.fen;
  let caterer: Desk;
  /** Writes a notice to the caterer's units, as it would any day; answers what it is told. */
  async function write(title: string): Promise<void> {
    await caterer.open('/admin/contractor/notice/form');
    await caterer.tab().getByLabel('标题').fill(title);
    await caterer.tab().getByLabel('内容').fill('周三起更换供应商，请知悉。');
    await caterer
      .tab()
      .getByRole('button', { name: /保\s*存|提\s*交/ })
      .last()
      .click();
  }

  it('of a customer that only reads: refused until the agent shows the payment and the platform has found it', async () => {
    caterer = await sitDown('contractor3');
    await write('本周供餐安排一');
    await caterer.page
      .getByText(/已于 .* 到期，现在只能查询、导出和打印/)
      .first()
      .waitFor();
    await caterer.look('5-read-only');
    expect(await notices()).toBe(0);

    const before = await commission();
    const agent = await sitDown('agent');
    await agent.open(fees('agent'));
    await agent.look('5-fees');
    await agent.row(customer, '登记收款');
    await agent.dialog().getByLabel('银行流水号').fill('NH2026110001');
    await agent
      .dialog()
      .locator('input[type="file"]')
      .setInputFiles({
        name: '回单.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
      });
    await agent.dialog().getByText('回单.pdf').waitFor();
    await agent.look('5-register');
    await agent.confirm(/登记收款|确\s*[认定]/);
    await agent.page.getByText('已登记，等平台确认到账').waitFor();

    const platform = await sitDown('platform');
    await platform.open(fees('platform'));
    await platform.row(customer, '确认到账');
    await platform.look('5-confirm');
    await platform.confirm(/确\s*定|确认到账/);
    await platform.page.getByText('已确认，期限已延长').waitFor();
    await write('本周供餐安排二');
    await expect.poll(notices).toBe(1);
    await agent.open(fees('agent'));
    const paid = agent.tab().locator('.ant-table-row', { hasText: customer });
    await paid.getByText('已付款').waitFor();
    await agent.look('5-commission');
    const earned = (await commission()) - before;
    expect(earned).toBeGreaterThan(0);
    await paid.getByText((earned / 100).toFixed(2)).waitFor();

    await platform.open(fees('platform'));
    await platform.row(customer, '作废');
    await platform.dialog().getByLabel('原因').fill('客户重复付款');
    await platform.sign('pt-fuhe');
    await platform.look('5-void');
    await platform.confirm(/作\s*废/);
    await platform.page.getByText('已作废').first().waitFor();
    await write('本周供餐安排三');
    await caterer.page
      .getByText(/已于 .* 到期，现在只能查询、导出和打印/)
      .first()
      .waitFor();
    expect(await notices()).toBe(1);
    expect(await commission()).toBe(before);
    expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);
  });
});

describe('a month end of twelve units', () => {
  const page = '/admin/platform/monthly_examine_consume';
  let month: string;
  let platform: Desk;
  let second: Desk;
  const open = (desk: Desk) => desk.open(`${page}?month=${month},${month}&status=PENDING`);

  /** Eleven small units beside the school, each with somebody's money; all have closed their month. */
  beforeAll(async () => {
    const { app } = bench;
    const token = await app.login('platform');
    const good = async (area: string, path: string, body: object, as: string) => {
      const { body: answer } = await app.post(`/admin/${area}/${path}`, 'create', body, as);
      expect([path, answer.errormsg]).toEqual([path, '']);
      return (answer.data as { id: number }).id;
    };
    month = `${bench.today.slice(0, 7)}-01`;
    const units: number[] = [bench.organizationId];
    for (let i = 1; i <= 11; i++) {
      const loginName = `unit${i}`;
      const unit = { name: `分校第${i}食堂`, kind: 'SCHOOL', contact: '钱老师', phone: `138000020${10 + i}` };
      units.push(await good('platform', 'organization', { ...unit, loginName, password: demoPassword }, token));
      const first = await app.login(loginName);
      const again = `Unit-${i}-of-2026`;
      const changed = { oldPassword: demoPassword, newPassword: again, again };
      expect((await app.post('/admin/passwd_user', 'update', changed, first)).body.errormsg).toBe('');
      const own = await app.login(loginName, again);
      const typeId = await good('organization', 'type', { name: '学生', accounts: ['MAIN'] }, own);
      const personId = await good('organization', 'user', { name: `学生${i}`, jobNumber: `A${i}`, typeId }, own);
      await good('organization', 'deposit', { personId, amountFen: 1_000 + i }, own);
    }
    const next = new Date(Date.parse(`${month}T00:00:00Z`) + 32 * 86_400_000).toISOString().slice(0, 7);
    app.clock.set(Date.parse(`${next}-02T09:00:00+08:00`));
    await settleAll(app.services);
    await runUnitInvariants(app.services);
    await followMonths(app.services);
    for (const organizationId of units) {
      expect(isRefusal(await closeMonth(app.services, { organizationId, month, operatorId: 1 }))).toBe(false);
      await runInvariants(app.services, organizationId);
    }
    await followMonths(app.services);
    platform = await sitDown('platform');
    second = await sitDown('pt-fuhe');
  }, 120_000);

  const all = async (desk: Desk) => {
    await open(desk);
    await expect.poll(() => desk.tab().locator('.ant-table-row').count()).toBe(12);
    await desk.tab().getByLabel('选择本页全部').check();
  };

  it('examined together; together approved only without the red one, which is named', async () => {
    await all(platform);
    await platform.tab().getByRole('button', { name: '初审' }).first().click();
    await platform.look('4-examine');
    await platform.confirm(/初\s*审|确\s*定/).catch(() => undefined);
    await platform.page.getByText('已初审，由另一人审核').waitFor();
    await all(second);
    await second.tab().getByRole('button', { name: '审核通过' }).first().click();
    await second.confirm(/审核通过|确\s*定/).catch(() => undefined);
    await second.page
      .getByText(/青禾实验中学 .*设备已传齐.*不能通过/)
      .first()
      .waitFor();
    await second.look('4-red');
    await second.page.keyboard.press('Escape');
    await all(second);
    await second.tab().locator('.ant-table-row', { hasText: '青禾' }).getByRole('checkbox').uncheck();
    await second.tab().getByRole('button', { name: '审核通过' }).first().click();
    await second.confirm(/审核通过|确\s*定/);
    await expect.poll(() => second.tab().locator('.ant-table-row').count()).toBe(1);
  });

  it('the red one with a note for each open step, approved by itself', async () => {
    await open(platform);
    const red = platform.tab().locator('.ant-table-row', { hasText: '青禾' });
    await red.waitFor();
    await platform.look('4-one-left');
    const [{ id }] = (await rows<{ id: number }>(
      `select id from unit_month where organization_id = $1 and month = $2 and status = 'PENDING'`,
      [bench.organizationId, month],
    )) as [{ id: number }];
    const openSteps = async () => {
      const [row] = await rows<{ steps: { title: string; ok: boolean; note: unknown }[] }>(
        'select steps from unit_month where id = $1',
        [id],
      );
      return row!.steps.filter(({ ok, note }) => !ok && !note).map(({ title }) => title);
    };
    for (const title of await openSteps()) {
      await platform.row('青禾', '说明');
      await platform.choose(platform.dialog(), '项目', '', title);
      await platform.dialog().getByLabel('说明').fill('已向单位核实，不影响本月');
      await platform.look('4-note');
      await platform.confirm();
      await expect.poll(openSteps).not.toContain(title);
    }
    await open(second);
    await second.row('青禾', '审核通过');
    await second.confirm(/审核通过|确\s*定/);
    await expect.poll(() => second.tab().locator('.ant-table-row').count()).toBe(0);
  });

  it('locked together, each with its pack; of a pack with one byte changed the page names the file', async () => {
    await platform.open(`${page}?month=${month},${month}&status=APPROVED`);
    await expect.poll(() => platform.tab().locator('.ant-table-row').count()).toBe(12);
    await platform.tab().getByLabel('选择本页全部').check();
    await platform.tab().getByRole('button', { name: '锁定' }).first().click();
    await platform.confirm(/锁\s*定|确\s*定/);
    await platform.slip('锁定结果', '12 个');
    await platform.open(`${page}?month=${month},${month}&status=LOCKED`);
    const download = platform.page.waitForEvent('download');
    await platform.row('青禾', '资料包');
    const file = await (await download).path();
    const content = await readFile(file);
    const reader = await openZip(content);
    const entry = [...reader.entries.values()].find(({ name }) => name.includes('每日余额汇总'))!;
    const at = entry.offset + 30 + Buffer.byteLength(entry.name) + Math.floor(entry.packed / 2);
    content[at] = content[at]! ^ 1;
    const changed = join(file, '..', '月度资料.zip');
    await writeFile(changed, content);
    await platform.open('/admin/platform/month_pack');
    await platform.look('4-packs');
    await platform.tab().getByRole('button', { name: '校验资料包' }).click();
    await platform.dialog().locator('input[type="file"]').setInputFiles(changed);
    await platform.dialog().getByText('月度资料.zip').waitFor();
    await platform.confirm();
    const told = platform.page.locator('.k-receipt');
    await told.getByText('资料包与封存时不同').waitFor();
    await told.getByText(entry.name).waitFor();
    await platform.look('4-verify');
    expect(desks.flatMap(({ complaints }) => complaints)).toEqual([]);
    expect(bench.app.errors).toEqual([]);
  });
});
