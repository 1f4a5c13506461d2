/** 调账: two people put a mistake between units right; nobody's frozen, diners' or outside money is made of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overtaken } from '../../../../tests/support/overtaken.ts';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { walkFlow } from '../../../../tests/support/walk-flow.ts';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { settleAll } from '../settle-all.ts';
import { adjustFlow } from './adjust-states.ts';

let app: TestApp;
let [schoolId, contractorId, postingId] = [0, 0, 0];
const tokens: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestServer();
  for (const who of ['platform', 'pt-fuhe', 'school', 'contractor']) tokens[who] = await app.login(who);
  await settleAll(app.services);
  const { rows } = await app.services.pool.query<{ school: number; caterer: number; posting: number }>(
    `select p.organization_id as school, p.contractor_id as caterer, p.id as posting from unit_posting p
     join employee e on e.unit_id = p.organization_id join account a on a.id = e.account_id and a.login_name = 'school'
     where p.kind = 'CONTRACT_DAY' and p.contractor_id <> 0
       and exists (select from unit_entry e where e.posting_id = p.id and e.unit_type = 'CONTRACTOR' and e.amount_fen > 0)
     order by p.id limit 1`,
  );
  [schoolId, contractorId, postingId] = [rows[0]!.school, rows[0]!.caterer, rows[0]!.posting];
});
afterAll(() => app?.stop());

const page = '/admin/platform/unit_adjustment';
const call = async (who: string, verb: string, body: object = {}, path = page) =>
  (await app.post(path, verb, body, tokens[who])).body as unknown as {
    errorcode: number;
    errormsg: string;
    fields?: Record<string, string>;
    data: { id: number; lines: string[][]; amountFen: number; rows: Record<string, unknown>[] };
  };
const asked = (more: object = {}) => ({
  fromUnitId: contractorId,
  fromPurse: 'PENDING',
  toUnitId: schoolId,
  toPurse: 'PENDING',
  amountFen: 250,
  refersNo: String(postingId),
  reason: '当天一份客餐记在承包商名下',
  ...more,
});
const ask = (more: object = {}) => call('platform', 'create', asked(more));
const purse = async (unitType: string, unitId: number, name: string) =>
  (
    await app.services.pool.query<{ fen: number }>(
      `select coalesce(sum(balance_fen), 0)::bigint as fen from unit_wallet where unit_type = $1 and unit_id = $2 and purse = $3`,
      [unitType, unitId, name],
    )
  ).rows[0]!.fen;
const pending = async () => [
  await purse('CONTRACTOR', contractorId, 'PENDING'),
  await purse('ORGANIZATION', schoolId, 'PENDING'),
];
const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
const sound = async () => expect(await checkUnitInvariants(app.services.pool)).toEqual([]);

test('asked by one, told before and posted by another, once; both sides find it with what it corrects', async () => {
  const before = (await pending()) as [number, number];
  const { data } = await ask();
  expect(await pending()).toEqual(before);
  expect(await call('platform', 'approve', { id: data.id })).toMatchObject({ errorcode: 1204 });
  const told = await call('pt-fuhe', 'outcome', { action: 'approve', id: data.id });
  expect(told.data.amountFen).toBe(250);
  expect(told.data.lines).toEqual([
    ['转出方', expect.stringMatching(/，待结算$/)],
    ['转出后', `${yuan(before[0])} → ${yuan(before[0] - 250)}`],
    ['转入方', expect.stringMatching(/，待结算$/)],
    ['转入后', `${yuan(before[1])} → ${yuan(before[1] + 250)}`],
    ['更正流水', String(postingId)],
    ['原因', '当天一份客餐记在承包商名下'],
  ]);
  const pressed = await Promise.all([1, 2, 3].map(() => call('pt-fuhe', 'approve', { id: data.id })));
  expect(pressed.filter(({ errorcode }) => errorcode === 0)).toHaveLength(1);
  expect(await pending()).toEqual([before[0] - 250, before[1] + 250]);
  const [row] = (await call('platform', 'query', { search: { status: ['POSTED'] }, sort: '-createdAt' })).data.rows;
  expect(row).toMatchObject({ id: data.id, refersNo: String(postingId), checkerName: expect.stringMatching(/./) });
  const own = await call('school', 'query', { search: { kind: ['ADJUST'] } }, '/admin/organization/money_record');
  expect(own.data.rows.find(({ reason }) => String(reason).startsWith(String(row!.adjustNo)))).toMatchObject({
    amountFen: 250,
    reason: expect.stringContaining(`更正流水 ${postingId}`),
  });
  await sound();
});

test('what is rejected or taken back moves nothing', async () => {
  const before = await pending();
  const { data: first } = await ask();
  expect(await call('pt-fuhe', 'reject', { id: first.id, reason: '流水不对' })).toMatchObject({ errorcode: 0 });
  const { data: second } = await ask();
  expect(await call('pt-fuhe', 'cancel', { id: second.id })).toMatchObject({ errorcode: 1204 });
  expect(await call('platform', 'cancel', { id: second.id })).toMatchObject({ errorcode: 0 });
  expect(await pending()).toEqual(before);
});

test('refused: one purse twice, claims against money, no such posting, one of nobody concerned, no such unit', async () => {
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select p.id from unit_posting p where not exists (select from unit_entry e where e.posting_id = p.id and e.account = 'unit'
       and (e.unit_type, e.unit_id) in (('CONTRACTOR', $1), ('ORGANIZATION', $2))) order by 1 limit 1`,
    [contractorId, schoolId],
  );
  const cases: [object, string | RegExp][] = [
    [{ toUnitId: contractorId }, '转出与转入是同一个账户'],
    [{ refersNo: '12' }, '没有这个流水号'],
    [{ refersNo: '一' }, /流水号/],
    [{ refersNo: String(rows[0]!.id) }, '这一笔与转出方、转入方都无关'],
    [{ fromUnitId: 1_234_567 }, /./],
    [{ fromPurse: 'FLOAT' }, '只有单位有备付'],
    [{ fromUnitId: schoolId, toUnitId: contractorId, toPurse: 'FLOAT' }, '只有单位有备付'],
    [{ amountFen: 0 }, /金额/],
    [{ reason: '错' }, /原因/],
    [{ fromPurse: 'FROZEN' }, /转出账户/],
  ];
  for (const [more, says] of cases) {
    const answer = await ask(more);
    expect(answer.errorcode).toBeGreaterThan(0);
    expect(Object.values(answer.fields ?? {}).join() + answer.errormsg).toMatch(says);
  }
  expect(await ask({ toPurse: 'CLAIM' })).toMatchObject({ errorcode: 3570 });
});

test('more than a purse has, and money diners may claim back, does not leave it', async () => {
  const { data: much } = await ask({
    fromPurse: 'AVAILABLE',
    amountFen: (await purse('CONTRACTOR', contractorId, 'AVAILABLE')) + 1,
  });
  expect(await call('pt-fuhe', 'approve', { id: much.id })).toMatchObject({ errorcode: 3500 });
  const float = await purse('ORGANIZATION', schoolId, 'FLOAT');
  expect(float).toBeGreaterThan(0);
  const { data: theirs } = await ask({
    fromUnitId: schoolId,
    fromPurse: 'FLOAT',
    toPurse: 'PENDING',
    amountFen: float,
  });
  // The unit's days take of it too: whoever looks at what is left waits for them.
  const { pool } = app.services;
  const lock = `select pg_advisory_xact_lock(742011835, (${schoolId}::bigint % 2147483647)::int)`;
  const waited = await overtaken(pool, lock, () => call('pt-fuhe', 'approve', { id: theirs.id }));
  expect(waited).toMatchObject({ errorcode: 3571 });
  await sound();
});

test('who is not of the platform does not see the page', async () => {
  for (const who of ['school', 'contractor']) expect((await app.post(page, 'query', {}, tokens[who])).status).toBe(403);
});

test('each state allows what it says', async () => {
  const { pool } = app.services;
  let id = 0;
  const faults = await walkFlow(adjustFlow, {
    place: async (status, mine) => {
      ({ id } = (await ask({ amountFen: 1 })).data);
      await pool.query(
        `update unit_adjustment set status = $2, maker_id = case when $3 then maker_id else 1 end,
           posting_id = case when $2 = 'POSTED' then $4::bigint end where id = $1`,
        [id, status, mine, postingId],
      );
    },
    call: (event) => call('platform', event, { id, reason: '核对' }),
    status: async () =>
      (await pool.query<{ status: string }>('select status from unit_adjustment where id = $1', [id])).rows[0]!.status,
  });
  expect(faults).toEqual([]);
  await sound();
});
