/** A lot called back and a month of a store closed, at the console: sealed everywhere, who ate of it, signed by two. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkStock, closeMonths } from '../../src/domains/stock/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { openZip } from '../../src/kit/server/sheet/zip-reader.ts';
import { type Desk, takeDesk } from './desk.ts';
import { agree, erp, type SupplyDesk, supplyDesk } from './supply-desk.ts';

let s: SupplyDesk;
let keeper: Desk;
beforeAll(async () => {
  s = await supplyDesk();
  keeper = await s.sit('contractor');
}, 300_000);
afterAll(async () => {
  expect(await checkStock(s.app.services.pool)).toEqual([]);
  expect(s.faults()).toEqual([]);
  await s?.stop();
});

it('a lot is called back: sealed in every store at once, its meals and who ate them shown, its balance closed to the gram', async () => {
  const lot = await s.one<{ id: number; lotNo: string; goodsId: number }>(
    `select l.id, l.lot_no as "lotNo", l.goods_id as "goodsId" from lot l
     where l.status = 'NORMAL' and l.lot_no <> '' and exists (select 1 from stock_lot s where s.contractor_id = l.contractor_id
         and s.lot_id = l.id and s.qty > 0)
       and exists (select 1 from stock_entry e join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
         where e.contractor_id = l.contractor_id and e.lot_id = l.id and e.kind = 'ISSUE' and b.dining_date is not null)
     order by l.id limit 1`,
  );
  await keeper.open(`${erp}/lot_trace?goodsId=${lot.goodsId}&keyword=${lot.lotNo}`);
  await keeper.row(lot.lotNo, '召回封存');
  await keeper.dialog().getByLabel('原因').fill('检测农残超标');
  await agree(keeper);
  await keeper.page.getByText('已在所有仓库封存').first().waitFor();
  const row = keeper.tab().locator('.ant-table-row', { hasText: lot.lotNo }).first();
  await row.getByText('已封存').waitFor();
  await row.getByText('相符').waitFor();
  await keeper.look('recall-list');
  await keeper.open(`${erp}/lot_trace/record?id=${lot.id}`);
  await keeper.tab().getByText('已封存').first().waitFor();
  await keeper.tab().getByText('去向与就餐人数').first().waitFor();
  await keeper.tab().getByText('午餐').first().waitFor();
  await keeper.look('recall-record');
  const { rows } = await s.ask<{ rows: { people: number }[] }>(`${erp}/lot_trace/meal`, 'query', {
    search: { lotId: lot.id },
  });
  expect(rows.reduce((sum, { people }) => sum + people, 0)).toBeGreaterThan(0);
  await keeper.open(`${erp}/lot_recall`);
  await keeper.row('检测农残超标', '完成追溯');
  await keeper.dialog().getByLabel('说明').fill('已通知两家食堂停用');
  await agree(keeper);
  await keeper.tab().locator('.ant-table-row', { hasText: '检测农残超标' }).getByText('已追溯').waitFor();
});

it('a month of a store is examined by one and closed by another; what it held in and out is written down', async () => {
  const unit = await s.one<{ id: number; name: string }>(
    `select o.id, o.name from storehouse h join organization o on o.id = h.site_id order by h.id limit 1`,
  );
  const { id: houseId } = await s.ask<{ id: number }>(`${erp}/storehouse`, 'create', {
    name: '场景月结仓',
    kind: 'NORMAL',
    siteId: unit.id,
  });
  const goods = { name: '场景挂面', category: 'DRY', baseUnit: 'G', tracked: false, stored: 'DRY', supply: 'CENTRAL' };
  const { id: goodsId } = await s.ask<{ id: number }>(`${erp}/goods`, 'create', goods);
  for (const [kind, amountFen] of [
    ['IN', 4_000],
    ['ISSUE', null],
  ] as const) {
    const { id } = await s.ask<{ id: number }>(`${erp}/stock_bill`, 'create', {
      kind,
      storehouseId: houseId,
      lines: [{ goodsId, typed: 5_000, ...(amountFen === null ? {} : { amountFen }) }],
    });
    for (const verb of ['submit', 'post']) await s.ask(`${erp}/stock_bill`, verb, { id });
  }
  await keeper.leave();
  const next = `${addDays(`${s.today.slice(0, 7)}-28`, 5).slice(0, 7)}-02`;
  s.app.clock.set(Date.parse(`${next}T10:00:00+08:00`));
  const [maker, checker] = [await s.sit('contractor'), await s.sit('cb-caiwu')];
  await maker.open(`${erp}/stock_month`);
  await maker.tab().getByRole('button', { name: '列出未结月份' }).click();
  await maker.page.getByText('已列出').first().waitFor();
  const list = `${erp}/stock_month?storehouseId=${houseId}`;
  await maker.open(list);
  await maker.row('场景月结仓', '核对');
  await maker.page.getByText('各项已核对').first().waitFor();
  await checker.open(list);
  await checker.row('场景月结仓', '结账');
  await agree(checker);
  await checker.page.getByText('正在结账').first().waitFor();
  await closeMonths(s.app.services);
  await checker.open(list);
  await checker.tab().getByText('已结账').first().waitFor();
  await checker.look('stock-month');
  const month = await s.one<{ inFen: number; issueFen: number; closingFen: number }>(
    `select in_fen as "inFen", issue_fen as "issueFen", closing_fen as "closingFen" from stock_month where storehouse_id = $1`,
    [houseId],
  );
  expect([month.inFen, Math.abs(month.issueFen), month.closingFen]).toEqual([4_000, 4_000, 0]);

  // The unit's month is handed over: the platform has approved it (its own steps are another scene's) and locks it.
  const of = s.today.slice(0, 7);
  await s.one(
    `insert into unit_month (organization_id, id, month, status, maker_name, checker_name, examined_at, checked_at, created_at)
     values ($1, 990001, $2, 'APPROVED', '初审员', '审核员', $3, $3, $3)
     on conflict (organization_id, month) do update set status = 'APPROVED', maker_name = '初审员', checker_name = '审核员' returning id`,
    [unit.id, `${of}-01`, new Date(s.app.clock.now()).toISOString()],
  );
  const platform = await takeDesk(s.app, s.browser, 'platform', s.app.clock.now());
  const review = '/admin/platform/monthly_examine_consume';
  await platform.open(`${review}?month=${of}-01,${of}-01&status=APPROVED`);
  await platform.row(unit.name, '锁定');
  await platform.confirm(/锁\s*定|确\s*定/);
  await platform.slip('锁定结果');
  await platform.open(`${review}?month=${of}-01,${of}-01&status=LOCKED`);
  const download = platform.page.waitForEvent('download');
  await platform.row(unit.name, '资料包');
  const reader = await openZip(await readFile(await (await download).path()));
  expect([...reader.entries.keys()].some((name) => name.includes('库存月结'))).toBe(true);
  const printed = [...reader.entries.values()].find(({ name }) => name.includes('打印'))!;
  const parts: Buffer[] = [];
  for await (const part of reader.stream(printed, 10_000_000)) parts.push(part);
  const text = Buffer.concat(parts).toString();
  for (const said of ['场景月结仓', '场景挂面', '40.00']) expect(text).toContain(said);
  expect(platform.complaints).toEqual([]);
  await platform.leave();
  // What was handed over is not opened again.
  await checker.open(list);
  await checker.tab().getByText('已锁定').first().waitFor();
});
