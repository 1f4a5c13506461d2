/** 后厨人员导入: a dirty sheet is told row by row; good rows are workers with certificates that wait for another person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crewPage, type KitchenBench, kitchenBench } from '../testing.ts';
import { workerImport } from './import-workers.ts';

let b: KitchenBench;
beforeAll(async () => {
  b = await kitchenBench();
  await b.open({ name: '有工号', typeId: b.typeId, jobNumber: 'C1' });
});
afterAll(() => b?.close());

const row = (rowNo: number, values: Record<string, unknown>) => ({
  rowNo,
  values: { restaurantId: b.restaurantId, post: 'COOK', ...values },
});

test('each wrong row is told in its own words', async () => {
  const ctx = b.school.ctx(crewPage);
  const working = await b.hire('在岗的', null);
  const { job_number } = await ctx.db
    .selectFrom('person')
    .innerJoin('cook_user', 'cook_user.person_id', 'person.id')
    .select('person.job_number')
    .where('cook_user.id', '=', working)
    .executeTakeFirstOrThrow();
  expect(job_number).toBeNull();
  const errors = await workerImport.check!(ctx, [
    row(2, { name: '新人', phone: '13900000001' }),
    row(3, { name: '新人', phone: '13900000001' }),
    row(4, { name: '别名', jobNumber: 'C1' }),
    row(5, { name: '证书', certificateNo: 'H1', issueDate: '2026-01-01', expireDate: '2027-06-01' }),
    row(6, { name: '无号', issueDate: '2026-01-01' }),
    row(7, { phone: '13900000009' }),
  ]);
  expect(Object.fromEntries(errors)).toEqual({
    3: { name: '与第 2 行是同一人' },
    4: { jobNumber: '工号 C1 是有工号的' },
    5: { expireDate: '有效期最长一年，应不晚于 2027-01-01' },
    6: { certificateNo: '填了日期也要填证号', expireDate: '请填写到期日期' },
    7: { name: '不能为空' },
  });
});

test('good rows work in the kitchen, found by number or opened; a second time they are there already', async () => {
  const ctx = b.school.ctx(crewPage);
  const rows = [
    row(2, { name: '有工号', jobNumber: 'C1' }),
    row(3, {
      name: '新厨师',
      phone: '13900000002',
      certificateNo: 'H2',
      issueDate: '2026-06-01',
      expireDate: '2027-05-31',
    }),
  ];
  expect(await workerImport.commit(ctx, rows)).toEqual(new Map());
  const { rows: list } = await b.school.call<{ rows: { personName: string; certificateState: string }[] }>(
    crewPage,
    'query',
    { size: 100 },
  );
  expect(list.find((one) => one.personName === '新厨师')).toMatchObject({ certificateState: 'PENDING' });
  expect(list.find((one) => one.personName === '有工号')).toMatchObject({ certificateState: 'NONE' });
  expect(await workerImport.commit(ctx, rows)).toEqual(
    new Map([
      [2, '有工号已是后厨人员'],
      [3, '新厨师已是后厨人员'],
    ]),
  );
  // The same phone in another hand, and a name alone that somebody has: neither opens a second person.
  const others = [row(4, { name: '新厨师', phone: '139-0000 0002' }), row(5, { name: '新厨师' })];
  expect(await workerImport.commit(ctx, others)).toEqual(
    new Map([
      [4, '新厨师已是后厨人员'],
      [5, '已有叫新厨师的人，请填写工号或手机号'],
    ]),
  );
});
