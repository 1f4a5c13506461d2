/** Person types, the department tree, opening, editing, moving and closing people, and who sees them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { units } from '../../tenancy/testing.ts';
import { departmentsBelow, payersByIds, personLabels, searchPeople } from '../queries.ts';
import { area, type PeopleBench, peopleBench, userPage } from '../testing.ts';

interface Made {
  id: number;
}
interface Listed {
  rows: Record<string, unknown>[];
  total: number;
}
type Choices = { id: number; name: string; hint?: string | null; parentId?: number | null }[];

let bench: PeopleBench;
beforeAll(async () => {
  bench = await peopleBench();
});
afterAll(() => bench?.close());

describe('person types', () => {
  test('the first is the default; another can take its place; the default is neither disabled nor removed', async () => {
    const page = `${area}/type`;
    const { school } = bench;
    const staff = await school.call<Made>(page, 'create', { name: '教职工', accounts: ['MAIN'], singleLimitFen: 5000 });
    expect(await school.call(page, 'get', { id: bench.typeId })).toMatchObject({ isDefault: true });
    expect(await school.call(page, 'get', { id: staff.id })).toMatchObject({ isDefault: false, singleLimitFen: 5000 });
    await school.call(page, 'setDefault', { id: staff.id });
    expect(await school.call(page, 'remove', { id: staff.id })).toMatchObject({ code: 'DEFAULT_TYPE' });
    expect(await school.call(page, 'disable', { id: staff.id })).toMatchObject({ code: 'NOT_NOW' });
    await school.call(page, 'setDefault', { id: bench.typeId });
    expect(await school.call(page, 'remove', { id: staff.id })).toBeNull();
    expect(await school.call(page, 'create', { name: '学生', accounts: ['MAIN'] })).toMatchObject({
      code: 'DUPLICATE',
    });
  });

  test('another unit sees none of it', async () => {
    expect(await bench.company.call(`${area}/type`, 'get', { id: bench.typeId })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await bench.company.call(userPage, 'create', { name: '外人', typeId: bench.typeId })).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { typeId: expect.any(String) },
    });
  });
});

describe('departments', () => {
  const page = `${area}/department`;
  const make = async (name: string, parentId: number | null = null) =>
    (await bench.school.call<Made>(page, 'create', { name, parentId })).id;

  test('a tree that counts everyone below, moves as a whole and never becomes a ring', async () => {
    const grade = await make('初一');
    const room = await make('1班', grade);
    const group = await make('第一组', room);
    const other = await make('初二');
    await bench.open({ name: '组员', departmentId: group });
    const { school } = bench;
    expect(await school.call(page, 'get', { id: grade })).toMatchObject({ peopleCount: 1 });
    expect(await departmentsBelow(bench.services.pool, units.organization, [grade])).toEqual([grade, room, group]);
    expect(await school.call(page, 'update', { id: grade, parentId: group })).toMatchObject({
      code: 'DEPARTMENT_CYCLE',
    });
    expect(await school.call(page, 'update', { id: grade, parentId: grade })).toMatchObject({
      code: 'DEPARTMENT_CYCLE',
    });
    await school.call(page, 'update', { id: room, parentId: other });
    expect(await school.call(page, 'get', { id: other })).toMatchObject({ peopleCount: 1 });
    expect(await school.call(page, 'get', { id: grade })).toMatchObject({ peopleCount: 0 });
    const choices = await school.call<Choices>(page, 'options', { ids: [group] });
    expect(choices).toEqual([{ id: group, name: '第一组', hint: '初二/1班/第一组', parentId: null }]);
    expect(await school.call(page, 'remove', { id: other })).toMatchObject({ code: 'IN_USE' });
    expect(await make('1班', grade)).toBeGreaterThan(0);
    expect(await school.call(page, 'create', { name: '1班', parentId: grade })).toMatchObject({ code: 'DUPLICATE' });
  });

  test('at most eight levels, also when a branch is hung elsewhere', async () => {
    let parent: number | null = null;
    for (let level = 1; level <= 8; level++) parent = await make(`层${level}`, parent);
    expect(await bench.school.call(page, 'create', { name: '层9', parentId: parent })).toMatchObject({
      code: 'DEPARTMENT_TOO_DEEP',
    });
    const branch = await make('枝');
    await make('叶', branch);
    const { rows } = await bench.database.pool.query<Made>(`select id from department where name = '层7'`);
    expect(await bench.school.call(page, 'update', { id: branch, parentId: rows[0]!.id })).toMatchObject({
      code: 'DEPARTMENT_TOO_DEEP',
    });
  });

  test('a whole selection is moved; people of another unit are not there', async () => {
    const to = await make('教务处');
    const ids = [await bench.open({ name: '甲' }), await bench.open({ name: '乙' })];
    bench.clock.advance(1000);
    expect(await bench.school.call(page, 'movePeople', { id: to, personIds: ids })).toBeNull();
    expect((await bench.row(ids[1]!)).departmentName).toBe('教务处');
    expect(await bench.school.call(userPage, 'history', { id: ids[0] })).toMatchObject([
      { action: '调部门' },
      { action: '开户' },
    ]);
    const stranger = await bench.company.call<Made>(userPage, 'create', { name: '外单位' });
    expect(await bench.school.call(page, 'movePeople', { id: to, personIds: [stranger.id] })).toMatchObject({
      code: 'INVALID_FIELDS',
    });
    const found = await bench.school.call<Listed>(userPage, 'query', { search: { departmentId: to } });
    expect(found.total).toBe(2);
  });
});

describe('people', () => {
  test('opening gives a number, purses, a bound job number and a card', async () => {
    const id = await bench.open({
      name: '张三',
      jobNumber: '20260001',
      phone: '13812345678',
      idNo: '11010519491231002X',
      cardNo: '0026000001',
    });
    expect(await bench.row(id)).toMatchObject({
      name: '张三',
      personNo: expect.stringMatching(/^\d{6}$/),
      phone: '138****5678',
      idNo: '110105********002X',
      typeName: '学生',
      cardNo: '0026000001',
      cardStatus: 'NORMAL',
      carded: true,
      mainBalanceFen: 0,
      status: 'NORMAL',
    });
    const purses = await sql`select kind from wallet where person_id = ${id} order by kind`.execute(bench.db);
    expect(purses.rows).toEqual([{ kind: 'MAIN' }, { kind: 'SUBSIDY' }]);
    const numbers = await bench.school.call<Listed>(`${area}/job_number`, 'query', { search: { status: 'BOUND' } });
    expect(numbers.rows).toMatchObject([{ jobNumber: '20260001', personName: '张三' }]);
  });

  test('a taken number is refused at its field, naming who holds it', async () => {
    await bench.open({ name: '李四', jobNumber: 'T100', cardNo: '7001' });
    expect(
      await bench.school.call(userPage, 'create', { name: '王五', jobNumber: 'T100', cardNo: '7001' }),
    ).toMatchObject({
      fields: { jobNumber: '工号/学号「T100」已属于 李四', cardNo: '卡号「7001」正由 李四 使用（正常）' },
    });
    expect(await bench.school.call(userPage, 'create', { name: '王五', idNo: '110105194912310021' })).toMatchObject({
      fields: { idNo: expect.stringContaining('不正确') },
    });
    // The same numbers are free in another organization.
    expect(
      await bench.company.call<Made>(userPage, 'create', { name: '同号', jobNumber: 'T100', cardNo: '7001' }),
    ).toMatchObject({ id: expect.any(Number) });
  });

  test('a new job number frees the old one', async () => {
    const id = await bench.open({ name: '换号', jobNumber: 'A1' });
    await bench.school.call(userPage, 'update', { id, jobNumber: 'A2' });
    const rows =
      await sql`select job_number, status from job_number where job_number in ('A1', 'A2') order by 1`.execute(
        bench.db,
      );
    expect(rows.rows).toEqual([
      { job_number: 'A1', status: 'FREE' },
      { job_number: 'A2', status: 'BOUND' },
    ]);
    const list = await bench.school.call<Listed>(`${area}/job_number`, 'query', { search: { keyword: 'A1' } });
    await bench.school.call(`${area}/job_number`, 'void', { ids: [list.rows[0]!.id] });
    expect(await bench.school.call(userPage, 'update', { id, jobNumber: 'A1' })).toMatchObject({
      fields: { jobNumber: expect.stringContaining('已作废') },
    });
  });

  test('overdraft and validity come from the type', async () => {
    const type = await bench.school.call<Made>(`${area}/type`, 'create', {
      name: '外聘',
      accounts: ['MAIN'],
      allowOverdraft: true,
      overdraftLimitFen: 2000,
      validDays: 30,
    });
    const id = await bench.open({ name: '外聘甲', typeId: type.id });
    expect((await bench.row(id)).validEnd).toBe('2026-12-20');
    const floor = async () =>
      (
        await sql<{
          floor_fen: number;
        }>`select floor_fen from wallet where person_id = ${id} and kind = 'MAIN'`.execute(bench.db)
      ).rows[0]!.floor_fen;
    expect(await floor()).toBe(-2000);
    await bench.school.call(`${area}/type`, 'update', { id: type.id, overdraftLimitFen: 3000 });
    expect(await floor()).toBe(-3000);
    await bench.database.pool.query(`update wallet set balance_fen = -2500 where person_id = $1 and kind = 'MAIN'`, [
      id,
    ]);
    expect(await bench.school.call(`${area}/type`, 'update', { id: type.id, allowOverdraft: false })).toMatchObject({
      code: 'OVERDRAWN',
      params: { count: 1 },
    });
    expect(await floor()).toBe(-3000);
    await bench.database.pool.query(`update wallet set balance_fen = 0 where person_id = $1 and kind = 'MAIN'`, [id]);
    await bench.school.call(userPage, 'update', { id, typeId: bench.typeId });
    expect(await floor()).toBe(0);
    const payer = (await payersByIds(bench.services.pool, units.organization, [id])).get(id);
    expect(payer).toMatchObject({ typeId: bench.typeId, personStatus: 'NORMAL', cardId: 0, cardStatus: null });
  });

  test('closing needs empty purses, returns the card and frees the number; reopening brings them back', async () => {
    const id = await bench.open({ name: '离校', jobNumber: 'L1', cardNo: '8001' });
    const recharge = (amountFen: number, kind: 'RECHARGE' | 'CASH_OUT') =>
      bench.services.wallet.submit({
        kind,
        organizationId: units.organization,
        requestKey: `test-${kind}`,
        personId: id,
        occurredAt: bench.clock.now(),
        amountFen,
        channel: 'CASH',
      } as never);
    await recharge(1250, 'RECHARGE');
    expect((await bench.row(id)).mainBalanceFen).toBe(1250);
    expect(await bench.school.call(userPage, 'close', { id })).toMatchObject({
      code: 'BALANCE_NOT_ZERO',
      params: { name: '离校', balance: '12.50' },
    });
    expect(await bench.school.call(userPage, 'leave', { ids: [id] })).toBeNull();
    await recharge(1250, 'CASH_OUT');
    expect(await bench.school.call(userPage, 'close', { id })).toBeNull();
    expect(await bench.row(id)).toMatchObject({ status: 'CLOSED', cardStatus: null, jobNumber: 'L1' });
    expect(await bench.school.call(userPage, 'issueCard', { id, cardNo: '8002' })).toMatchObject({ code: 'NOT_NOW' });
    expect(await bench.school.call(userPage, 'reopen', { id })).toBeNull();
    expect(await bench.row(id)).toMatchObject({ status: 'NORMAL', jobNumber: 'L1' });
    const purse = await sql`select status from wallet where person_id = ${id} and kind = 'MAIN'`.execute(bench.db);
    expect(purse.rows).toEqual([{ status: 'ACTIVE' }]);
  });
});

describe('finding people', () => {
  test('an exact card number comes first; the hint tells namesakes apart', async () => {
    const dept = await bench.school.call<Made>(`${area}/department`, 'create', { name: '初三' });
    const holder = await bench.open({ name: '赵六', jobNumber: 'S900012345', departmentId: dept.id, cardNo: '9100' });
    await bench.open({ name: '赵六', jobNumber: '9100' });
    const choices = await bench.school.call<Choices>(userPage, 'options', { keyword: '9100' });
    expect(choices.map((c) => c.id)[0]).toBe(holder);
    expect(choices[0]!.hint).toBe('初三 · 尾号 2345 · 余额 0.00 元');
    expect(choices).toHaveLength(2);
    expect(await searchPeople(bench.school.ctx(userPage).db, '赵六')).toHaveLength(2);
    expect(await searchPeople(bench.company.ctx(userPage).db, '赵六')).toHaveLength(0);
    expect((await personLabels(bench.school.ctx(userPage).db, [holder])).get(holder)?.name).toBe('赵六');
    expect(await bench.school.call<Choices>(userPage, 'options', { keyword: '%' })).toHaveLength(0);
  });

  test('a contractor sees the people it serves and may report a loss; the platform sees masked names', async () => {
    const id = await bench.open({ name: '钱小七', cardNo: '9200' });
    const page = '/admin/contractor/user';
    const serving = await bench.as('CONTRACTOR', units.contractor);
    const other = await bench.as('CONTRACTOR', units.otherContractor);
    expect(await serving.call(page, 'get', { id })).toMatchObject({ organizationName: '第一中学' });
    expect(await other.call(page, 'reportLoss', { id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await serving.call(page, 'reportLoss', { id })).toBeNull();
    expect((await bench.row(id)).cardStatus).toBe('LOST');
    const platform = await bench.as('PLATFORM', 1);
    const found = await platform.call<Listed>('/admin/platform/user', 'query', { search: { keyword: '9200' } });
    expect(found.rows).toMatchObject([{ name: '钱**', organizationName: '第一中学', cardStatus: 'LOST' }]);
    expect((await platform.call<Listed>('/admin/platform/user', 'query', { search: { keyword: '钱' } })).total).toBe(0);
  });

  test('a session bound to departments works inside them only', async () => {
    const mine = await bench.school.call<Made>(`${area}/department`, 'create', { name: '信息部' });
    const inside = await bench.open({ name: '部内', departmentId: mine.id });
    const outside = await bench.open({ name: '部外' });
    const ctx = bench.school.ctx(userPage);
    const scope = { ...ctx.scope, departments: [mine.id] };
    const bound = await personLabels(bench.services.scoped(scope), [inside, outside]);
    expect([...bound.keys()]).toEqual([inside]);
  });
});
