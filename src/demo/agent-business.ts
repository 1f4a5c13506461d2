/** What the agent does: calls customers whose service ends, enters what one paid, and buys devices of the platform. */
import { openAnnualFees } from '../domains/billing/public.server.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import type { DeviceTypes } from './places.ts';
import { lapsed } from './sold-services.ts';
import { actorOf, type Units } from './units.ts';
import { proofOf } from './upload.ts';

const fees = '/admin/agent/annual_fee_record';
const orders = '/admin/agent/purchase_order';
const sent = '/admin/platform/purchase_order';
const bills = '/admin/platform/unit_bill';

type Rows<T> = { rows: T[] };

async function callCustomers(services: Services, agent: Actor, today: string): Promise<void> {
  await openAnnualFees(services);
  const { rows } = await agent.call<Rows<{ id: number; unitName: string }>>(fees, 'query', { size: 100 });
  for (const { id, unitName } of rows)
    if (unitName === lapsed.name) {
      await agent.call(fees, 'call', {
        id,
        way: 'PHONE',
        words: '财务出差，下周安排付款',
        promisedOn: addDays(today, 6),
      });
      await agent.call(fees, 'call', { id, way: 'VISIT', words: '上门送达账单，负责人已签收' });
    } else {
      const flow = `NF${id}`;
      const proof = await proofOf(agent.ctx(fees), flow);
      await agent.call(fees, 'register', { id, paidOn: today, bankFlowNo: flow, proof });
    }
}

/** What the caterer tells its units: one read by a school, one still being written, one taken back. */
async function tellUnits(services: Services): Promise<void> {
  const page = '/admin/contractor/notice';
  const caterer = await actorOf(services, 'contractor');
  const write = async (title: string, content: string) =>
    (await caterer.call(page, 'create', { title, content, organizationIds: [], expireOn: null })).id;
  const told = await write('本周起使用新供应商大米', '供应商资质与检验报告已上传，请食品安全员查阅。');
  await caterer.call(page, 'publish', { id: told });
  await (await actorOf(services, 'school')).call('/admin/organization/notice', 'read', { id: told });
  const wrong = await write('明日停水', '通知有误。');
  for (const verb of ['publish', 'withdraw']) await caterer.call(page, verb, { id: wrong });
  await caterer.call(page, 'publish', { id: await write('冬季菜单征求意见', '请各单位下周五前反馈。') });
  await write('元旦供餐安排', '待定');
}

/** Goods on sale, and some of them on the platform's shelf. */
async function stockGoods(platform: Actor, types: DeviceTypes) {
  const [first] = [...types.byName];
  const goods = async (values: Record<string, unknown>) =>
    (await platform.call('/admin/platform/goods', 'create', { status: 'ON', gradePrices: [], ...values })).id;
  const terminal = await goods({
    name: first![0],
    spec: '含支架电源',
    deviceTypeId: first![1],
    supplier: '深圳华芯电子有限公司',
    costFen: 118_000,
    priceFen: 180_000,
  });
  const scale = await goods({
    name: '智能称重台',
    spec: '单秤',
    deviceTypeId: types.scale,
    supplier: '杭州衡准科技有限公司',
    costFen: 214_000,
    priceFen: 320_000,
  });
  const cards = await goods({
    name: 'IC 卡',
    spec: '盒装 200 张',
    supplier: '广州智印卡业有限公司',
    costFen: 22_000,
    priceFen: 36_000,
    stock: 60,
  });
  const sns = Array.from({ length: 6 }, (_, i) => `HX26${String(i + 1).padStart(4, '0')}`);
  for (const sn of sns)
    await platform.call('/admin/platform/device', 'create', { sn, name: first![0], typeId: first![1], mode: 'FIXED' });
  return { terminal, scale, cards, sns };
}

/** One order sent in part and half received, one handed in, one still thought about. */
export async function buyDevices(services: Services, { platform }: Units, types: DeviceTypes): Promise<void> {
  const today = dateAt(services.clock.now());
  const agent = await actorOf(services, 'agent');
  await callCustomers(services, agent, today);
  const { terminal, cards, sns } = await stockGoods(platform, types);
  const to = { contact: '许致远', phone: '13900002001', address: '城东物流园 3 号库' };
  const draft = async (lines: { goodsId: number; qty: number }[], remark = '') =>
    (await agent.call(orders, 'create', { ...to, remark, lines })).id;
  const first = await draft([
    { goodsId: terminal, qty: 4 },
    { goodsId: cards, qty: 5 },
  ]);
  await agent.call(orders, 'submit', { id: first });
  const { rows } = await agent.call<Rows<{ id: number }>>('/admin/agent/unit_bill', 'query', {
    search: { status: ['UNPAID'] },
  });
  const billId = rows[0]!.id;
  await agent.call('/admin/agent/unit_bill', 'transfer', {
    id: billId,
    paidOn: today,
    bankFlowNo: 'CG20260001',
    proof: await proofOf(agent.ctx(orders), 'CG20260001'),
  });
  const paid = await platform.call<Rows<{ id: number }>>(`${bills}/payment`, 'query', { search: { billId } });
  await platform.call(`${bills}/payment`, 'confirm', { id: paid.rows[0]!.id });
  const ship = (part: string[], others: boolean, shipNo: string) =>
    platform.call(sent, 'ship', { id: first, carrier: '顺丰', shipNo, sns: part.join('\n'), others });
  await ship(sns.slice(0, 2), true, 'SF1420019900');
  const { rows: shipped } = await agent.call<Rows<{ id: number }>>(`${orders}/shipment`, 'query', {
    search: { orderId: first },
  });
  await agent.call(`${orders}/shipment`, 'receive', { id: shipped[0]!.id });
  await ship(sns.slice(2, 3), false, 'SF1420020017');
  await tellUnits(services);
  await agent.call(orders, 'submit', { id: await draft([{ goodsId: terminal, qty: 1 }], '给新签的企业') });
  await draft([{ goodsId: cards, qty: 10 }]);
  await platform.call('/admin/platform/grade_proposal', 'propose', { year: Number(today.slice(0, 4)) });
}
