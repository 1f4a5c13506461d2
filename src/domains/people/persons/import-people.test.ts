/** Importing people: dirty rows are named, good ones come with card, purses, number and department, in chunks. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkValue } from '../../../kit/define/check-value.ts';
import type { ImportRow } from '../../../kit/server/page/binding.ts';
import { units } from '../../tenancy/testing.ts';
import { departmentImport } from '../departments/import-departments.ts';
import { jobNumberImport } from '../job-numbers/import-job-numbers.ts';
import { cardListVersion } from '../queries.ts';
import { area, type PeopleBench, peopleBench, userPage } from '../testing.ts';
import { peopleImport } from './import-people.ts';
import userSpec from './pages/organization-user.page.ts';

let bench: PeopleBench;
beforeAll(async () => {
  bench = await peopleBench();
});
afterAll(() => bench?.close());

const rowsOf = (values: Record<string, unknown>[], from = 1): ImportRow[] =>
  values.map((v, i) => ({ rowNo: from + i, values: v }));
const ctx = () => bench.school.ctx(userPage);
const check = (rows: ImportRow[]) => peopleImport.check!(ctx(), rows);
const commit = (rows: ImportRow[]) => peopleImport.commit(ctx(), rows);

async function personByNumber(jobNumber: string) {
  const found = await sql<{ id: number }>`select id from person where job_number = ${jobNumber}`.execute(bench.db);
  return bench.row(found.rows[0]!.id);
}

describe('what is wrong with a row', () => {
  test('stored people and cards, ambiguous departments, identity numbers, nameless rows', async () => {
    await bench.open({ name: '旧人', jobNumber: 'OLD', cardNo: '0001', idNo: '11010519491231002X' });
    await departmentImport.commit(
      ctx(),
      rowsOf([
        { name: '1班', parentPath: '初一' },
        { name: '1班', parentPath: '初二' },
      ]),
    );
    const errors = await check(
      rowsOf([
        { importName: '好人', jobNumber: 'N1', cardNo: '0002', departmentPath: '初一/1班' },
        { importName: '撞号', jobNumber: 'OLD', cardNo: '0001', idNo: '11010519491231002X' },
        { importName: null, jobNumber: null, cardNo: null },
        { importName: '错证', jobNumber: 'N2', idNo: '110105194912310021' },
        { importName: '歧义', jobNumber: 'N3', departmentPath: '1班' },
        { importName: '过深', jobNumber: 'N4', departmentPath: 'a/b/c/d/e/f/g/h/i' },
        { importName: '只有芯片', jobNumber: 'N5', physicalNo: '55' },
        { importName: null, jobNumber: 'N6', departmentPath: '新部门/新班' },
      ]),
    );
    expect(Object.fromEntries(errors)).toEqual({
      2: {
        jobNumber: '「OLD」已属于 旧人',
        cardNo: '「0001」正由 旧人 使用（正常）',
        idNo: '已属于 旧人',
      },
      3: { importName: '与工号、卡号不能都为空' },
      4: { idNo: '不正确，请核对' },
      5: { departmentPath: '「1班」有 2 个，请写完整路径' },
      6: { departmentPath: '最多 8 级' },
      7: { cardNo: '不能为空（已填物理卡号）' },
    });
  });

  test.each([
    ['importName', '名'.repeat(51), '不能超过 50 个字'],
    ['jobNumber', '1'.repeat(33), '不能超过 32 个字'],
    ['jobNumber', '10 01', '不能含有空格'],
    ['cardNo', '1.9762E+07', '只能是字母、数字和“-”，最多 32 位'],
    ['cardNo', '09762330', undefined],
    ['birthday', '2026-02-30', '日期不正确，应为 YYYY-MM-DD'],
    ['validEnd', '永久', '日期不正确，应为 YYYY-MM-DD'],
    ['gender', '男性', '不在可选范围内'],
    ['phone', '1381234567', '电话号码不正确'],
    ['idNo', '无', '格式不正确'],
    ['departmentPath', '级'.repeat(201), '不能超过 200 个字'],
  ] as const)('%s = %s: %s', (key, value, message) => {
    expect(checkValue(userSpec.fields[key], value)).toBe(message);
  });

  test('type names are resolved, disabled types are not', async () => {
    const type = await bench.school.call<{ id: number }>(`${area}/type`, 'create', {
      name: '访客',
      accounts: ['MAIN'],
    });
    const resolve = () => peopleImport.resolve!(ctx(), 'typeId', ['访客', '学生', '没有']);
    expect(await resolve()).toEqual(
      new Map([
        ['访客', type.id],
        ['学生', bench.typeId],
      ]),
    );
    await bench.school.call(`${area}/type`, 'disable', { id: type.id });
    expect([...(await resolve()).keys()]).toEqual(['学生']);
  });
});

describe('what is written', () => {
  test('names default to the number, zeros stay, departments are made, purses and cards with it', async () => {
    const before = await cardListVersion(bench.services.pool, units.organization);
    const refused = await commit(
      rowsOf([
        { jobNumber: '180001', gender: 'M', departmentPath: '18国际金融', cardNo: '09762330' },
        { jobNumber: '180002', gender: 'F', departmentPath: '18国际金融', cardNo: '20521594' },
        { importName: '有名', cardNo: '20521595', departmentPath: '学院/18会计' },
      ]),
    );
    expect(refused.size).toBe(0);
    const logged = await sql`select target_name from system_log where action = '导入开户'`.execute(bench.db);
    expect(logged.rows).toEqual([{ target_name: '第 1 至 3 行，开户 3 人' }]);
    expect(await personByNumber('180001')).toMatchObject({
      name: '180001',
      gender: 'M',
      cardNo: '09762330',
      departmentName: '18国际金融',
      typeName: '学生',
      mainBalanceFen: 0,
    });
    const made =
      await sql`select name from department where name in ('18国际金融', '学院', '18会计') order by 1`.execute(
        bench.db,
      );
    expect(made.rows).toHaveLength(3);
    expect(await cardListVersion(bench.services.pool, units.organization)).toBe(before + 3);
  });

  test('rows that clash by the time of writing are refused alone', async () => {
    const refused = await commit(
      rowsOf(
        [
          { importName: '一号', jobNumber: 'D1', cardNo: '9001' },
          { importName: '二号', jobNumber: 'D2', cardNo: '9001' },
          { importName: '三号', jobNumber: '180001' },
          { importName: '四号', jobNumber: 'D4', cardNo: '9004' },
        ],
        10,
      ),
    );
    expect(Object.fromEntries(refused)).toEqual({
      11: '卡号「9001」与同批的 一号 重复',
      12: '工号/学号「180001」已属于 180001（18国际金融）',
    });
    expect(await personByNumber('D4')).toMatchObject({ cardNo: '9004' });
  });

  test('a number on the list is bound, a void one refuses', async () => {
    const page = bench.school.ctx(`${area}/job_number`);
    await jobNumberImport.commit(page, rowsOf([{ jobNumber: 'J1' }, { jobNumber: 'J2', name: '待登记' }]));
    expect((await jobNumberImport.check!(page, rowsOf([{ jobNumber: 'J2' }]))).get(1)).toEqual({
      jobNumber: '「J2」已存在（待登记）',
    });
    await bench.database.pool.query(`update job_number set status = 'VOID' where job_number = 'J2'`);
    const refused = await commit(
      rowsOf([
        { importName: '甲', jobNumber: 'J1' },
        { importName: '乙', jobNumber: 'J2' },
      ]),
    );
    expect(Object.fromEntries(refused)).toEqual({ 2: '工号/学号「J2」已作废' });
    const bound = await sql`select status from job_number where job_number = 'J1'`.execute(bench.db);
    expect(bound.rows).toEqual([{ status: 'BOUND' }]);
  });

  test('a session bound to departments makes none and imports only into its own', async () => {
    const { id } = await bench.school.call<{ id: number }>(`${area}/department`, 'create', { name: '后勤' });
    const bound = { ...ctx(), scope: { ...ctx().scope, departments: [id] } };
    const rows = rowsOf([
      { importName: '内', jobNumber: 'B1', departmentPath: '后勤' },
      { importName: '外', jobNumber: 'B2', departmentPath: '18国际金融' },
      { importName: '无', jobNumber: 'B3' },
    ]);
    expect([...(await peopleImport.check!(bound, rows)).keys()]).toEqual([2, 3]);
    expect([...(await peopleImport.commit(bound, rows)).keys()]).toEqual([2, 3]);
  });

  test('thousands of generated rows: every refusal is one that was planted', async () => {
    const planted = new Map<number, string>();
    const rows = Array.from({ length: 3000 }, (_, i) => {
      const values: Record<string, unknown> = {
        importName: i % 17 === 0 ? null : `学生${i}`,
        jobNumber: `G${String(i).padStart(6, '0')}`,
        departmentPath: `年级${i % 6}/班${i % 60}`,
        cardNo: `0${40_000_000 + i}`,
      };
      if (i % 500 === 499) {
        values.cardNo = `0${40_000_000 + i - 1}`;
        planted.set(i + 1, '重复');
      }
      return { rowNo: i + 1, values };
    });
    const refused = new Map<number, string>();
    for (let from = 0; from < rows.length; from += 1000)
      for (const [rowNo, why] of await commit(rows.slice(from, from + 1000))) refused.set(rowNo, why);
    expect([...refused.keys()]).toEqual([...planted.keys()]);
    const counted = await sql<{ people: number; cards: number; purses: number; numbers: number }>`
      select (select count(*)::int from person where job_number like 'G______') as people,
             (select count(*)::int from card where card_no like '040______') as cards,
             (select count(*)::int from wallet w join person p on p.id = w.person_id where p.job_number like 'G______') as purses,
             (select count(*)::int from job_number where job_number like 'G______' and status = 'BOUND') as numbers`.execute(
      bench.db,
    );
    expect(counted.rows).toEqual([{ people: 2994, cards: 2994, purses: 5988, numbers: 2994 }]);
  });
});

describe('an import that was a mistake', () => {
  test('is warned of before: names that are numbers, nobody named, departments that come into being', async () => {
    const told = await peopleImport.warnings!(
      ctx(),
      rowsOf([
        { importName: '10023', jobNumber: 'W1', departmentPath: '报到/一组' },
        { importName: '张三', jobNumber: 'W2', departmentPath: '报到/一组' },
        { importName: null, jobNumber: 'W3' },
      ]),
    );
    expect(told).toEqual([
      '1 人的姓名是数字（10023），请核对「姓名」对应的列',
      '1 人没有姓名，以工号或卡号代替',
      '将新建 2 个部门：报到、报到/一组',
    ]);
  });

  test('is taken back as a whole while nothing hangs on it, and can be written again', async () => {
    const rows = rowsOf([
      { importName: '撤一', jobNumber: 'BACK-1', cardNo: '770001' },
      { importName: '撤二', jobNumber: 'BACK-2', cardNo: '770002' },
    ]);
    const made = new Map<number, number>();
    expect(await peopleImport.commit(ctx(), rows, made)).toEqual(new Map());
    const ids = [...made.values()];
    expect(await peopleImport.takeBack!(ctx(), ids)).toBeNull();
    expect((await Promise.all(ids.map((id) => bench.row(id)))).map((row) => row.status)).toEqual(['CLOSED', 'CLOSED']);
    // Numbers and cards are free for the corrected file.
    const again = new Map<number, number>();
    expect(await peopleImport.commit(ctx(), rows, again)).toEqual(new Map());
    const [first, second] = [...again.values()];
    await bench.services.wallet.submit({
      kind: 'RECHARGE',
      organizationId: units.organization,
      requestKey: 'back-test',
      personId: first!,
      occurredAt: bench.clock.now(),
      channel: 'CASH',
      amountFen: 500,
    });
    expect(await peopleImport.takeBack!(ctx(), [...again.values()])).toMatchObject({
      code: 'IMPORT_IN_USE',
      params: { name: '撤一', what: '资金变动' },
    });
    expect((await bench.row(second!)).status).toBe('NORMAL');
  });

  test('takes the departments it made along, but not where somebody else is by now', async () => {
    const rows = rowsOf([
      { importName: '撤三', jobNumber: 'BACK-3', departmentPath: '报到处/一组' },
      { importName: '撤四', jobNumber: 'BACK-4', departmentPath: '报到处/二组' },
      { importName: '撤五', jobNumber: 'BACK-5', departmentPath: '报到处/二组' },
    ]);
    const named = async () => {
      const { rows: found } = await sql<{ name: string }>`select name from department
        where organization_id = ${units.organization} and (name = '报到处' or name like '_组') order by name`.execute(
        bench.db,
      );
      return found.map(({ name }) => name);
    };
    const before = await named();
    const made = new Map<number, number>();
    expect(await peopleImport.commit(ctx(), rows, made)).toEqual(new Map());
    expect(await named()).toHaveLength(before.length + 3);
    const own = await bench.open({ name: '留下', cardNo: '770009' });
    await sql`update person set department_id = (select department_id from person where id = ${made.get(1)!})
      where id = ${own}`.execute(bench.db);
    expect(await peopleImport.takeBack!(ctx(), [...made.values()])).toBeNull();
    expect((await named()).filter((name) => !before.includes(name))).toEqual(['一组', '报到处']);
  });
});
