/** Agents' orders of devices: prices and stock locked, paid by a bill, sent by serial number, received, given back. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import types from '../../device/register/pages/device-type.server.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { Caller } from '../../tenancy/testing.ts';
import agents from '../../tenancy/units/pages/agent.server.ts';
import grades from '../../tenancy/units/pages/grade.server.ts';
import billPage from '../bills/pages/unit_bill.server.ts';
import goodsPage from '../goods/pages/goods.server.ts';
import proposalPage from '../grades/pages/grade_proposal.server.ts';
import { proposeGrades } from '../grades/propose-grades.ts';
import { proposalFlow } from '../grades/states.ts';
import { type BillBench, billBench, secondPerson, units } from '../testing.ts';
import { gradePrice } from './draft-order.ts';
import orderPage from './pages/purchase_order.server.ts';
import linePage from './pages/purchase_order-line.server.ts';
import shipmentPage from './pages/purchase_order-shipment.server.ts';
import { receiveLate } from './ship-order.ts';
import { purchaseFlow, shipmentFlow } from './states.ts';

let bench: BillBench;
let agent: Caller;
let platform: Caller;
let terminal: number;
let card: number;
const of = (area: string) => `/admin/${area}/purchase_order`;
const witness = { account: secondPerson.account, password: secondPerson.password };
type Row = Record<string, unknown> & { id: number };
let serial = 0;

async function enter(n: number): Promise<string[]> {
  const sns: string[] = [];
  for (let i = 0; i < n; i += 1) {
    serial += 1;
    const sn = `T${String(serial).padStart(5, '0')}`;
    sns.push(sn);
    await bench.services.pool.query(
      `insert into device (id, sn, type_id, name, status, created_at, updated_at) values ($1, $2, 901, $2, 'IN_STOCK', now(), now())`,
      [880_000 + serial, sn],
    );
  }
  return sns;
}

beforeAll(async () => {
  bench = await billBench([
    goodsPage,
    orderPage,
    linePage,
    shipmentPage,
    billPage,
    proposalPage,
    types,
    grades,
    agents,
  ]);
  agent = await bench.as('AGENT', units.agent);
  platform = await bench.as('PLATFORM', platformUnitId);
  await bench.services.pool.query(
    `insert into device_type (id, name, model, kind, protocol, abilities, offline_capacity, price_fen, created_at, updated_at)
     values (901, '消费机', 'X1', 'POS', 'HTTP', '{}', 1000, 0, now(), now())`,
  );
  const goods = (change: object) =>
    platform.call<{ id: number }>('/admin/platform/goods', 'create', {
      supplier: '供应商甲',
      costFen: 60_000,
      status: 'ON',
      gradePrices: [],
      ...change,
    });
  terminal = (await goods({ name: '消费机', spec: 'X1', deviceTypeId: 901, priceFen: 100_000 })).id;
  card = (await goods({ name: 'IC 卡', spec: '盒装 200 张', priceFen: 20_000, stock: 10 })).id;
  await bench.give('AGENT', units.agent, 100_000_000);
});
afterAll(() => bench?.database.drop());
afterEach(async () => expect(await bench.breaks()).toEqual([]));

const draft = async (lines: { goodsId: number; qty: number }[]) =>
  (
    await agent.call<{ id: number }>(of('agent'), 'create', {
      lines,
      contact: '许致远',
      phone: '13900002001',
      address: '城东仓',
    })
  ).id;
const act = (who: Caller, area: string, verb: string, body: object) =>
  who.call(of(area), verb, body as Record<string, unknown>);
const now = async (id: number) =>
  (await bench.services.db.selectFrom('purchase_order').selectAll().where('id', '=', id).executeTakeFirst())!;
async function paid(lines: { goodsId: number; qty: number }[]): Promise<number> {
  const id = await draft(lines);
  expect(await act(agent, 'agent', 'submit', { id })).toBeNull();
  await agent.call('/admin/agent/unit_bill', 'pay', { id: (await now(id)).bill_id });
  expect((await now(id)).status).toBe('PAID');
  return id;
}
const ship = (id: number, sns: readonly string[], others = false) =>
  act(platform, 'platform', 'ship', { id, carrier: '顺丰', shipNo: `SF${id}`, sns: sns.join('\n'), others });
const shipments = async (id: number) =>
  (await agent.call<{ rows: Row[] }>(`${of('agent')}/shipment`, 'query', { search: { orderId: id } })).rows;
const receive = (id: number) => agent.call(`${of('agent')}/shipment`, 'receive', { id });
const ownerOf = async (sn: string) =>
  (await bench.services.pool.query<{ id: number | null }>('select agent_id as id from device where sn = $1', [sn]))
    .rows[0]!.id;

test('a grade has its own price or its discount', () => {
  expect(gradePrice(10_001, [], { id: 1, discount: 9_000 })).toBe(9_001);
  expect(gradePrice(10_000, [{ gradeId: 1, priceFen: 7_777 }], { id: 1, discount: 9_000 })).toBe(7_777);
});

test('a draft is locked at the prices of the day it is handed in, and only while there is enough', async () => {
  await enter(2);
  const id = await draft([{ goodsId: terminal, qty: 2 }]);
  await bench.services.pool.query('update device_goods set price_fen = 110000 where id = $1', [terminal]);
  expect(await act(agent, 'agent', 'submit', { id })).toBeNull();
  expect(await now(id)).toMatchObject({
    status: 'SUBMITTED',
    list_fen: 220_000,
    discount_fen: 22_000,
    pay_fen: 198_000,
  });
  const second = await draft([{ goodsId: terminal, qty: 1 }]);
  expect(await act(agent, 'agent', 'submit', { id: second })).toMatchObject({ code: 'DEVICE_GOODS_SHORT' });
  const off = (status: string) =>
    bench.services.pool.query('update device_goods set status = $2 where id = $1', [terminal, status]);
  await off('OFF');
  expect(envelopeOf(await act(agent, 'agent', 'submit', { id: second }))).toEqual({
    errorcode: 3680,
    errormsg: '第 1 行商品已停售，请删除后再提交',
  });
  await off('ON');
  // Given up, its goods are free again, and nobody owes anything.
  await act(agent, 'agent', 'cancel', { id });
  expect(await bench.billNow((await now(id)).bill_id!)).toMatchObject({ status: 'VOID' });
  const race = await Promise.all([1, 2, 3, 4].map(() => draft([{ goodsId: terminal, qty: 1 }])));
  const answers = await Promise.all(race.map((one) => act(agent, 'agent', 'submit', { id: one })));
  expect(answers.filter((one) => one === null)).toHaveLength(2);
  for (const one of race) if ((await now(one)).status === 'SUBMITTED') await act(agent, 'agent', 'cancel', { id: one });
  await bench.services.pool.query('update device_goods set price_fen = 100000 where id = $1', [terminal]);
});

test('what the platform paid for its goods is in no answer to an agent', async () => {
  const id = await draft([{ goodsId: card, qty: 1 }]);
  const said = JSON.stringify([
    await agent.call(of('agent'), 'query', {}),
    await agent.call(of('agent'), 'get', { id }),
    await agent.call(`${of('agent')}/line`, 'query', { search: { orderId: id } }),
    await agent.call(of('agent'), 'outcome', { action: 'submit', id }),
    await agent.call('/admin/platform/goods', 'options', { keyword: '' }),
  ]);
  expect(said).not.toContain('60000');
  expect(said).not.toMatch(/cost|成本|供应商甲/);
  expect(await agent.call('/admin/platform/goods', 'query', {})).toMatchObject({ code: 'NOT_PERMITTED' });
});

describe('a shipment', () => {
  test('takes each serial number once, in parts; the last received ends the order', async () => {
    const [a, b, c] = (await enter(3)) as [string, string, string];
    const id = await paid([
      { goodsId: terminal, qty: 2 },
      { goodsId: card, qty: 3 },
    ]);
    expect(await ship(id, ['NOPE'])).toMatchObject({ fields: { sns: expect.stringContaining('没有登记') } });
    expect(await ship(id, [a, a])).toMatchObject({ fields: { sns: expect.stringContaining('两次') } });
    expect(await ship(id, [a], true)).toBeNull();
    expect(await ship(id, [a])).toMatchObject({ fields: { sns: expect.stringContaining('不在平台库存') } });
    expect(await ship(id, [b, c])).toMatchObject({
      fields: { sns: expect.stringContaining('订 2，已发 1，这次扫了 2') },
    });
    const [first] = await shipments(id);
    expect(first).toMatchObject({ serials: a, contents: '消费机 X1 × 1，IC 卡 盒装 200 张 × 3', status: 'SHIPPED' });
    expect(await ownerOf(a)).toBeNull();
    expect(await receive(first!.id)).toBeNull();
    expect(await ownerOf(a)).toBe(units.agent);
    expect((await now(id)).status).toBe('SHIPPED');
    await ship(id, [b]);
    const at = bench.clock.now();
    bench.clock.set(at + 9 * 86_400_000);
    await receiveLate(bench.services);
    expect((await now(id)).status).toBe('SHIPPED');
    bench.clock.set(at + 11 * 86_400_000);
    await receiveLate(bench.services);
    expect((await now(id)).status).toBe('RECEIVED');
    expect(await ownerOf(b)).toBe(units.agent);
    bench.clock.set(at);
    const { rows } = await platform.call<{ rows: Row[] }>('/admin/platform/goods', 'query', {});
    expect(rows.find((row) => row.id === card)).toMatchObject({ stock: 7, freeStock: 7, soldQty: 3 });
  });

  test('comes back by serial number from the agent’s shelf, for what was paid', async () => {
    const [a, b] = (await enter(2)) as [string, string];
    const id = await paid([{ goodsId: terminal, qty: 2 }]);
    await ship(id, [a, b]);
    const back = (sns: string) => act(platform, 'platform', 'giveBack', { id, sns, reason: '屏幕坏点' });
    expect(await back(a)).toMatchObject({ refused: true });
    await receive((await shipments(id))[0]!.id);
    await bench.services.pool.query(`update device set organization_id = 31, status = 'ASSIGNED' where sn = $1`, [b]);
    expect(await back(b)).toMatchObject({ fields: { sns: expect.stringContaining('已分配给单位') } });
    const before = await bench.fen('AGENT', units.agent);
    expect(await back(a)).toBeNull();
    expect(await bench.fen('AGENT', units.agent)).toBe(before + 90_000);
    expect(await ownerOf(a)).toBeNull();
    expect(await now(id)).toMatchObject({ returned_fen: 90_000 });
    expect(await back(a)).toMatchObject({ refused: true });
    // It is on the platform's shelf, and may be sold again.
    const again = await paid([{ goodsId: terminal, qty: 1 }]);
    expect(await ship(again, [a])).toBeNull();
  });

  test('once sent, the bill stays; not sent, its void cancels the order', async () => {
    const [a] = (await enter(1)) as [string];
    const id = await paid([{ goodsId: terminal, qty: 1 }]);
    const voided = (bill: number | null) =>
      platform.call('/admin/platform/unit_bill', 'void', { id: bill, reason: '不买了', witness });
    expect(await voided((await now(id)).bill_id)).toBeNull();
    expect((await now(id)).status).toBe('CANCELLED');
    const sent = await paid([{ goodsId: terminal, qty: 1 }]);
    await ship(sent, [a]);
    expect(await voided((await now(sent)).bill_id)).toMatchObject({ code: 'PURCHASE_SHIPPED' });
  });
});

test('grades follow from what was bought in the year, when the platform says so', async () => {
  await bench.services.pool.query(
    `insert into agent_grade (id, name, discount, commission_ratio, annual_quota_fen, rights, created_at, updated_at)
     values (7, '测试金牌', 8000, 1500, 500000, '', now(), now())`,
  );
  await bench.services.pool.query('update agent_grade set annual_quota_fen = 100000000 where id not in (1, 7)');
  await bench.services.pool.query('update agent_grade set annual_quota_fen = 0 where id = 1');
  expect(await proposeGrades(bench.services, 2026)).toBe(1);
  expect(await proposeGrades(bench.services, 2026)).toBe(0);
  const page = '/admin/platform/grade_proposal';
  const { rows } = await platform.call<{ rows: Row[] }>(page, 'query', {});
  expect(rows).toMatchObject([{ year: '2026', toGradeId: 7, status: 'PROPOSED' }]);
  expect(Number(rows[0]!.boughtFen)).toBeGreaterThan(500_000);
  let id = rows[0]!.id;
  await platform.call(page, 'confirm', { id });
  const grade = async () =>
    (await bench.services.pool.query<{ id: number }>('select grade_id as id from agent where id = $1', [units.agent]))
      .rows[0]!.id;
  expect(await grade()).toBe(7);
  let year = 1990;
  expect(
    await walkFlow(proposalFlow, {
      place: async (status, mine) => {
        year += 1;
        id = 990_000 + year;
        await bench.services.pool.query(
          `insert into agent_grade_proposal (id, agent_id, year, from_grade_id, to_grade_id, bought_fen, status, maker_id, created_at, updated_at)
           values ($1, $2, $3, 7, 1, 0, $4, $5, now(), now())`,
          [id, units.agent, year, status, mine ? platform.session.accountId : 5],
        );
      },
      call: async (event) => envelopeOf(await platform.call(page, event, { id, reason: '走查' })),
      status: async () =>
        (
          await bench.services.pool.query<{ status: string }>('select status from agent_grade_proposal where id = $1', [
            id,
          ])
        ).rows[0]!.status,
    }),
  ).toEqual([]);
});

test('the flows are walked', async () => {
  let id = 0;
  const set = (table: string, status: string, maker: number) =>
    bench.services.pool.query(`update ${table} set status = $2, maker_id = $3 where id = $1`, [id, status, maker]);
  const maker = (mine: boolean, who: Caller) => (mine ? who.session.accountId : 5);
  await bench.services.pool.query('update device_goods set stock = 1000 where id = $1', [card]);
  for (const [who, area, without] of [
    [agent, 'agent', ['close']],
    [platform, 'platform', ['submit', 'cancel']],
  ] as const)
    expect(
      await walkFlow(purchaseFlow, {
        place: async (status, mine) => {
          id = await draft([{ goodsId: card, qty: 1 }]);
          if (status === 'SUBMITTED') await act(agent, 'agent', 'submit', { id });
          await set('purchase_order', status, maker(mine, who));
        },
        call: async (event) => envelopeOf(await act(who, area, event, { id })),
        status: async () => (await now(id)).status,
        without,
      }),
    ).toEqual([]);
  const order = await paid([{ goodsId: card, qty: 100 }]);
  expect(
    await walkFlow(shipmentFlow, {
      place: async (status, mine) => {
        id = await bench.services.ids.next();
        await bench.services.pool.query(
          `insert into purchase_shipment (id, order_id, agent_id, carrier, ship_no, contents, status, maker_id, maker_name, created_at, updated_at)
           values ($1, $2, $3, 'x', 'x', 'x', $4, $5, 'x', now(), now())`,
          [id, order, units.agent, status, maker(mine, agent)],
        );
      },
      call: async (event) => envelopeOf(await agent.call(`${of('agent')}/shipment`, event, { id })),
      status: async () =>
        (
          await bench.services.pool.query<{ status: string }>('select status from purchase_shipment where id = $1', [
            id,
          ])
        ).rows[0]!.status,
    }),
  ).toEqual([]);
  expect(isRefusal(await act(platform, 'platform', 'submit', { id: order }))).toBe(true);
});
