/** 解绑管理 by its state table, and 体温记录 by its threshold. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { units } from '../../tenancy/testing.ts';
import { bindingStatuses } from '../bindings/binding-states.ts';
import { area, type PeopleBench, peopleBench } from '../testing.ts';
import { temperatureImport } from './import-temperatures.ts';

let bench: PeopleBench;
let personId: number;
beforeAll(async () => {
  bench = await peopleBench();
  personId = await bench.open({ name: '陈一', jobNumber: 'S001', cardNo: 'K001' });
});
afterAll(() => bench?.close());

const call = <T = Record<string, unknown>>(page: string, verb: string, body: Record<string, unknown> = {}) =>
  bench.school.call<T>(`${area}/${page}`, verb, body);
const list = async (page: string, search: Record<string, unknown> = {}) =>
  (await call<{ rows: Record<string, unknown>[] }>(page, 'query', { page: 1, size: 20, search })).rows;

/** What the WeChat app will write when a diner binds. */
async function bound(status: string, phone = '13800138000'): Promise<number> {
  const id = await bench.services.ids.next();
  await bench.database.pool.query(
    `insert into person_binding (organization_id, id, person_id, openid, nickname, phone, relation, bound_at, unbound_at, status)
     values ($1, $2, $3, $4, '小陈妈妈', $5, 'PARENT', $6, $7, $8)`,
    [
      units.organization,
      id,
      personId,
      `open-${id}`,
      phone,
      '2026-11-01T08:00:00+08:00',
      status === 'UNBOUND' ? '2026-11-02T08:00:00+08:00' : null,
      status,
    ],
  );
  return id;
}

describe('解绑管理', () => {
  test.each(bindingStatuses.map((s) => [s.value]))('%s', async (status) => {
    const id = await bound(status);
    const answer = await call('unbind', 'unbind', { id, reason: '换手机' });
    if (status === 'UNBOUND') expect(answer).toMatchObject({ code: 'NOT_NOW' });
    else {
      expect(answer).toBeNull();
      const row = (await list('unbind')).find((r) => r.id === id);
      expect(row).toMatchObject({ status: 'UNBOUND', unboundName: '测试员', unbindReason: '换手机', cardNo: 'K001' });
    }
  });

  test('a reason is asked for, phones are masked and found in full, other units see nothing', async () => {
    const id = await bound('BOUND', '13911112222');
    expect(await call('unbind', 'unbind', { id })).toMatchObject({ fields: { reason: expect.any(String) } });
    expect(await list('unbind', { keyword: '13911112222' })).toMatchObject([{ id, phone: '139****2222' }]);
    expect(await bench.company.call(`${area}/unbind`, 'unbind', { id, reason: 'x' })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('what unbinds in other work', () => {
  test('a card exchanged and given back, and WeChat of who leaves, stand there with who, when and why', async () => {
    const id = await bench.open({ name: '退卡人', jobNumber: 'S900', cardNo: 'K900' });
    await bench.database.pool.query(
      `insert into person_binding (organization_id, id, person_id, openid, nickname, relation, bound_at)
       values ($1, $2, $3, 'open-900', '妈妈', 'PARENT', '2026-11-01T08:00:00+08:00')`,
      [units.organization, await bench.services.ids.next(), id],
    );
    expect(await list('unbind', { keyword: 'K900' })).toEqual([]);
    await call('user', 'exchangeCard', { id, cardNo: 'K901' });
    await call('user', 'close', { id });
    const rows = await list('unbind', { keyword: 'S900' });
    expect(rows.map((row) => [row.kind, row.cardNo, row.status, row.unbindReason]).sort()).toEqual([
      ['CARD', 'K900', 'UNBOUND', '换卡'],
      ['CARD', 'K901', 'UNBOUND', '退卡'],
      ['WECHAT', null, 'UNBOUND', '销户'],
    ]);
    expect(rows.every((row) => row.unboundName !== null && row.unboundAt !== null)).toBe(true);
    expect(await list('unbind', { keyword: 'K900' })).toHaveLength(1);
  });
});

describe('体温记录', () => {
  const page = 'user/temperature';
  const enter = (at: string, temperature: string) =>
    call<{ id: number }>(page, 'create', { personId, at, temperature });

  test.each([
    ['37.2', 'NORMAL', 'NONE'],
    ['37.3', 'ABNORMAL', 'OPEN'],
    ['39', 'ABNORMAL', 'OPEN'],
  ])('%s is %s', async (temperature, abnormal, handled) => {
    const { id } = await enter('2026-11-19T08:00:00+08:00', temperature);
    const row = (await list(page)).find((r) => r.id === id);
    expect(row).toMatchObject({ abnormal, handled, personName: '陈一', source: 'MANUAL' });
    await bench.database.pool.query('delete from temperature_record');
  });

  test('bad figures, the future and a repeated instant are refused', async () => {
    const at = '2026-11-19T09:00:00+08:00';
    for (const wrong of ['36.55', '50', 'abc', '20'])
      expect(await enter(at, wrong)).toMatchObject({ fields: { temperature: expect.any(String) } });
    expect(await enter('2026-11-21T09:00:00+08:00', '36.5')).toMatchObject({ fields: { at: expect.any(String) } });
    await enter(at, '36.5');
    expect(await enter(at, '36.6')).toMatchObject({ fields: { at: expect.stringContaining('已有记录') } });
  });

  test('the threshold is the organization’s, and what was judged stays so', async () => {
    const before = await enter('2026-11-19T10:00:00+08:00', '37.5');
    await call(page, 'threshold', { feverFrom: '38.0' });
    const after = await enter('2026-11-19T11:00:00+08:00', '37.5');
    const rows = await list(page, { abnormal: 'ABNORMAL' });
    expect(rows.map((r) => r.id)).toEqual([before.id]);
    expect(await call(page, 'deal', { id: after.id, handle: '复测' })).toMatchObject({ code: 'NOT_NOW' });
    expect(await call(page, 'deal', { id: before.id, handle: '复测正常' })).toBeNull();
    expect(await list(page, { handled: 'DONE' })).toMatchObject([{ handle: '复测正常', handledName: '测试员' }]);
    expect(await call(page, 'discard', { id: after.id })).toBeNull();
  });

  test('a file brings records by job number and says which rows it leaves', async () => {
    const rows = [
      { rowNo: 2, values: { jobNumber: 'S001', at: '2026-11-18T08:00:00+08:00', temperature: '38.5' } },
      { rowNo: 3, values: { jobNumber: 'S999', at: '2026-11-18T08:00:00+08:00', temperature: '36.5' } },
      { rowNo: 4, values: { jobNumber: 'S001', at: '2026-11-18T08:00:00+08:00', temperature: '36.9' } },
    ];
    const ctx = bench.school.ctx(`${area}/${page}`);
    expect([...(await temperatureImport.check!(ctx, rows)).keys()]).toEqual([3]);
    expect([...(await temperatureImport.commit(ctx, rows)).keys()].sort()).toEqual([3, 4]);
    expect(await list(page, { source: 'IMPORT' })).toMatchObject([{ temperature: '38.5', abnormal: 'ABNORMAL' }]);
  });
});
