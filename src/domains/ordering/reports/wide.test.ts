/** The lists over many units: what a contractor and the platform see of orders, and that every figure opens its lines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderingBench, orderingBench } from '../testing.ts';

interface Listed {
  rows: Record<string, unknown>[];
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
  total: number;
}

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
  const diners = b.diners.slice(0, 5);
  for (const { id } of diners) await b.pay(id, 20_000);
  const area = await b.school<{ id: number }>('order_area', 'create', { name: '教学楼', deliveryFeeFen: 150 });
  const address = await b.school<{ id: number }>('order_address', 'create', {
    name: '三楼',
    areaId: area.data.id,
    sort: 1,
  });
  const [first, second] = b.dishes;
  const both = [
    { menuItemId: first!.id, qty: 2 },
    { menuItemId: second!.id, qty: 1 },
  ];
  const sent = await b.placed(diners[0]!.id, { pickup: 'DELIVERY', addressId: address.data.id, lines: both });
  const eaten = await b.placed(diners[1]!.id, { lines: both });
  await b.placed(diners[2]!.id);
  await b.cancel(await b.placed(diners[3]!.id));
  await b.placed(diners[4]!.id, { lines: both });
  b.atNoon();
  for (const order of [sent, eaten]) await b.take(order);
}, 240_000);
afterAll(() => b?.app.stop());

const look = async (account: 'contractor' | 'contractor2' | 'platform', path: string, search: object = {}) => {
  const asked = { size: 100, search: { diningDate: [b.day, b.day], ...search } };
  const { body } = await b.app.post(path, 'query', asked, await b.app.login(account));
  expect([path, body.errorcode, body.errormsg]).toEqual([path, 0, '']);
  return body.data as Listed;
};

/** What the lines must add up to, per column that opens them. */
const shown: Record<string, (lines: Listed) => number> = {
  orderCount: ({ rows }) => new Set(rows.map((row) => row.orderNo)).size,
  amountFen: ({ sums }) => sums.amountFen! + sums.feeFen!,
  heldFen: ({ sums }) => sums.amountFen! + sums.feeFen!,
  eatenFen: ({ sums }) => sums.bookedFen!,
  missedFen: ({ sums }) => sums.bookedFen!,
};
const portions = ({ sums }: Listed) => sums.qty!;

describe.each([
  { account: 'contractor', path: '/admin/contractor/report_form/everyday_order_summary' },
  { account: 'platform', path: '/admin/platform/order_food_summary' },
] as const)('$path', ({ account, path }) => {
  test('adds the unit’s orders up as the unit does, the identities hold, and every figure opens its lines', async () => {
    const { rows, sums, check } = await look(account, path, { organizationId: [b.organizationId] });
    const own = await b.school<Listed>('daily_order_summary', 'query', { search: { diningDate: [b.day, b.day] } });
    const { people: _people, eatRate: _rate, ...figures } = own.data.sums;
    expect(figures).toMatchObject({ portions: 10, eatenPortions: 6, waitingPortions: 4, cancelledPortions: 1 });
    expect(sums).toMatchObject(figures);
    expect(check).toMatchObject({ ok: true });
    const spec = b.app.services.registry.at(path)!.page;
    const { columns = {}, ...whole } = spec.report!.drill!;
    const opened: string[] = [];
    for (const row of rows)
      for (const key of spec.list!.columns) {
        const drill = columns[key] === undefined ? whole : columns[key];
        if (!drill || !row[key] || !['int', 'money'].includes(spec.fields[key]!.kind)) continue;
        const lines = await look(account, String(drill.path), drill.search(row, {}));
        expect([key, (shown[key] ?? portions)(lines)]).toEqual([key, row[key]]);
        opened.push(key);
      }
    expect(opened).toEqual(expect.arrayContaining(['portions', 'eatenFen', 'heldFen', 'cancelledPortions']));
  });
});

test('a contractor reads masked names, and nothing of a unit it does not serve', async () => {
  const path = '/admin/contractor/report_form/order_detail';
  const { rows, check } = await look('contractor', path);
  expect(check).toMatchObject({
    ok: true,
    text: expect.stringMatching(/订餐份数 10 = 各订单份数 10；订餐金额 .* = 入账/),
  });
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.personName).toMatch(/\*/);
  expect((await look('contractor', path, { mealName: '早餐' })).total).toBe(0);
  for (const other of [path, '/admin/contractor/report_form/everyday_order_summary'])
    expect((await look('contractor2', other)).total).toBe(0);
});

test('a contractor is told what closes next in its units, and not in those of another', async () => {
  const path = '/admin/contractor/report_form/order_detail';
  const told = async (account: 'contractor' | 'contractor2') =>
    ((await b.app.post(path, 'notice', {}, await b.app.login(account))).body.data as { text: string } | null)?.text ??
    '';
  const { rows } = await b.app.services.pool.query<{ name: string }>('select name from organization where id = $1', [
    b.organizationId,
  ]);
  const before = b.app.clock.now();
  b.app.clock.set(Date.parse(`${b.day}T17:00:00+08:00`));
  const text = await told('contractor');
  expect(text).toContain(`${rows[0]!.name} `);
  expect(text).toMatch(/^今天还有 .+ 餐截止订餐：.*18:00/);
  expect(await told('contractor2')).not.toContain(rows[0]!.name);
  b.app.clock.set(before);
});
