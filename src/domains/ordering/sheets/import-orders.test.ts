/** 代订导入 over HTTP: everybody's own dishes by a sheet; each wrong row is told in its own words, each good one is an order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until, uploadSheet } from '../../consumption/testing.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';

const page = 'order_food_detail';
let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
}, 600_000);
afterAll(() => b?.app.stop());

interface Checked {
  taskId: number;
  good: number;
  bad: number;
  rows: { rowNo: number; errors: Record<string, string> }[];
}

test('everybody has his own dishes; what is wrong is told row by row, nothing is ordered twice', async () => {
  const people = b.diners.slice(0, 7);
  for (const diner of people.slice(0, 5)) await b.pay(diner.id, 50_000);
  await b.drain(people[5]!.id);
  const [first, second, third, fourth, fifth, poor, late] = people.map((diner) => diner.jobNumber) as string[];
  const before = await b.placed(people[4]!.id);
  const { rows: named } = await b.app.services.pool.query<{ place: string }>(
    'select name as place from restaurant where id = $1',
    [b.restaurantId],
  );
  const { place } = named[0]!;
  const [one, two] = b.dishes;
  const fileKey = await uploadSheet(
    b,
    ['工号', '就餐日期', '餐次', '餐厅', '菜品', '每人份数', '取餐', '备注'],
    [
      [first!, b.day, '午餐', place, `${one!.name}×2、${two!.name}`, '', '', '不要辣'],
      [second!, b.day, '午餐', place, two!.name, '', '堂食', ''],
      [third!, b.day, '午餐', place, `${one!.name}、没有的菜`, '', '', ''],
      [second!, b.day, '午餐', place, one!.name, '', '', ''],
      ['没有', b.day, '午餐', place, one!.name, '', '', ''],
      [fourth!, b.day, '午餐', place, one!.name, '', '配送', ''],
      [fifth!, b.day, '午餐', place, one!.name, '', '', ''],
      [late!, b.today, '午餐', place, one!.name, '', '', ''],
      [poor!, b.day, '午餐', place, one!.name, '', '', ''],
    ],
  );
  const checked = (await b.school<Checked>(page, 'import_check', { fileKey })).data;
  const wrong = Object.fromEntries(
    checked.rows.filter(({ errors }) => Object.keys(errors).length > 0).map(({ rowNo, errors }) => [rowNo, errors]),
  );
  expect(wrong).toEqual({
    4: { dishes: '这一餐已发布的菜谱里没有「没有的菜」' },
    5: { diningDate: '同一人同一餐在表中重复' },
    6: { jobNumber: '「没有」没有对应的人员' },
    7: { addressId: expect.stringContaining('地址') },
    8: { jobNumber: `这一餐已有订单 ${before.orderNo}` },
    9: { [Object.keys(wrong[9] ?? {})[0] ?? '']: expect.stringMatching(/截止|菜谱/) },
  });
  await b.school(page, 'import_commit', { taskId: checked.taskId });
  const done = await until(
    async () => (await b.school<Record<string, unknown>>(page, 'import_status', { taskId: checked.taskId })).data,
    (data) => data.status === 'FINISHED',
  );
  // Who has no money is told by his row; the others are ordered for.
  expect(done).toMatchObject({ good: 2 });
  const { rows } = await b.app.services.pool.query(
    `select p.job_number as "jobNumber", o.status, o.remark, o.source, (select string_agg(x.name || '×' || x.qty, '、' order by x.id)
       from meal_order_item x where x.organization_id = o.organization_id and x.order_id = o.id) as dishes
     from meal_order o join person p on p.organization_id = o.organization_id and p.id = o.person_id
     where o.organization_id = $1 and o.request_key like 'import:%' and o.status = 'PAID' order by p.id`,
    [b.organizationId],
  );
  expect(rows).toEqual([
    {
      jobNumber: first,
      status: 'PAID',
      remark: '不要辣',
      source: 'STAFF',
      dishes: [`${one!.name}×2`, `${two!.name}×1`].join('、'),
    },
    { jobNumber: second, status: 'PAID', remark: '', source: 'STAFF', dishes: `${two!.name}×1` },
  ]);
  expect(await b.held(people[0]!.id)).toBe(one!.priceFen * 2 + two!.priceFen);
  expect(await b.breaks()).toEqual([]);
});

test('areas are moved up and down; what they are chosen and delivered by follows', async () => {
  for (const name of ['甲楼', '乙楼', '丙楼'])
    expect(await b.school('order_area', 'create', { name, deliveryFeeFen: 0 })).toMatchObject({ errorcode: 0 });
  const names = async () =>
    (await b.school<{ rows: { id: number; name: string }[] }>('order_area', 'query', { size: 50 })).data.rows;
  const mine = async () => (await names()).filter(({ name }) => name.endsWith('楼')).map(({ name }) => name);
  expect(await mine()).toEqual(['甲楼', '乙楼', '丙楼']);
  const all = await names();
  const idOf = (name: string) => all.find((area) => area.name === name)!.id;
  expect(await b.school('order_area', 'up', { id: idOf('丙楼') })).toMatchObject({ errorcode: 0 });
  expect(await mine()).toEqual(['甲楼', '丙楼', '乙楼']);
  expect(await b.school('order_area', 'down', { id: idOf('甲楼') })).toMatchObject({ errorcode: 0 });
  expect(await mine()).toEqual(['丙楼', '甲楼', '乙楼']);
  const { data } = await b.school<{ name: string }[]>('order_area', 'options', { size: 50 });
  expect(data.map(({ name }) => name).filter((name) => name.endsWith('楼'))).toEqual(['丙楼', '甲楼', '乙楼']);
  const last = (await names()).at(-1)!;
  expect((await b.school('order_area', 'down', { id: last.id })).errormsg).toContain('最后');
});

test('a set of groups is ordered by its groups', async () => {
  const { pool } = b.app.services;
  const { rows } = await pool.query<{ id: number; typeId: number; type: string }>(
    `select i.id, t.id as "typeId", t.name as type from food_menu_item i
     join dish d on d.organization_id = i.organization_id and d.id = i.dish_id join food_type t on t.id = d.type_id
     where i.organization_id = $1 and i.id = any($2::bigint[]) order by i.id`,
    [b.organizationId, b.dishes.map(({ id }) => id)],
  );
  const first = rows[0]!;
  const other = rows.find((row) => row.typeId !== first.typeId)!;
  const groups = [
    { typeId: first.typeId, count: 1 },
    { typeId: other.typeId, count: 1 },
  ];
  const save = async (chooseCount: number) => {
    const { data } = await b.school<{ version: number }>('ordering_mode', 'get', { id: b.ruleId });
    const values = { ...b.rule, mode: 'SET_MEAL', priceFen: 1_500, chooseCount, chooseGroups: groups };
    return b.school('ordering_mode', 'update', { ...values, id: b.ruleId, version: data.version });
  };
  expect(await save(3)).toMatchObject({ errorcode: 1101, fields: { chooseGroups: expect.any(String) } });
  expect(await save(2)).toMatchObject({ errorcode: 0 });
  const { id } = b.diners[8]!;
  await b.pay(id, 50_000);
  const wanted = (...items: number[]) => b.wanted(id, { lines: items.map((menuItemId) => ({ menuItemId, qty: 1 })) });
  const same = rows.filter((row) => row.typeId === first.typeId)[1];
  if (same) expect(await b.order(wanted(first.id, same.id))).toMatchObject({ code: 'SET_GROUPS' });
  const third = rows.find((row) => row.typeId !== first.typeId && row.typeId !== other.typeId);
  if (third)
    expect(await b.order(wanted(first.id, third.id))).toMatchObject({
      code: 'SET_GROUPS',
      params: { groups: `${first.type} 1 道、${other.type} 1 道` },
    });
  expect(same ?? third).toBeDefined();
  expect(await b.order(wanted(first.id, other.id))).toMatchObject({ amountFen: 1_500 });
});
