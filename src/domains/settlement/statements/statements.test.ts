/** A statement from drawing up to release: both sides agree on the amount they see, disputes are answered, late items come next. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../tests/support/overtaken.ts';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { type ConsumptionBench, consumptionBench } from '../../consumption/testing.ts';
import { demoPassword } from '../../identity/public.server.ts';
import { checkUnitInvariants } from '../ledger/invariants.ts';
import { settleAll, settleOrganization, stateEnded, stateOrganization } from '../settle-all.ts';
import { sideOf } from './confirm.ts';

let bench: ConsumptionBench;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  bench = await consumptionBench();
  for (const who of ['platform', 'contractor', 'school', 'finance', 'cb-caiwu', 'contractor2'])
    tokens[who] = await bench.app.login(who);
});
afterAll(() => bench?.app.stop());

interface Statement {
  id: number;
  statementNo: string;
  contractorId: number | null;
  fromDate: string;
  toDate: string;
  payFen: number;
  walletFen: number;
  claimFen: number;
  adjustFen: number;
  contractorFen: number;
  claimPaidFen: number;
  claimDueOn: string | null;
  status: string;
  organizationConfirmedName: string;
}
const areaOf = (who: string) =>
  who.startsWith('contractor') || who.startsWith('cb')
    ? 'contractor'
    : who === 'platform'
      ? 'platform'
      : 'organization';
const call = async (who: string, verb: string, body: object = {}, below = '') =>
  (await bench.app.post(`/admin/${areaOf(who)}/settlement${below}`, verb, body, tokens[who])).body as unknown as {
    errorcode: number;
    errormsg: string;
    data: { rows: Record<string, unknown>[] };
  };
const good = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect(answer.errormsg).toBe('');
  expect(answer.errorcode).toBe(0);
  return answer;
};
const statements = async (who = 'school'): Promise<Statement[]> =>
  (await good(who, 'query', { size: 100, sort: 'toDate' })).data.rows as unknown as Statement[];
const statement = async (id: number) => (await statements()).find((one) => one.id === id)!;
const witness = { account: 'pt-fuhe', password: demoPassword };
const settleBooks = () => settleAll(bench.app.services);
const purse = async (unitType: string, name: string) =>
  (
    await bench.app.services.pool.query<{ fen: number }>(
      `select coalesce(sum(balance_fen), 0)::bigint as fen from unit_wallet where unit_type = $1 and purse = $2`,
      [unitType, name],
    )
  ).rows[0]!.fen;
const orgLock = () => `select pg_advisory_xact_lock(742011835, (${bench.organizationId}::bigint % 2147483647)::int)`;
const proven = async () => expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);

/** A day further, with one meal eaten on the day that ends. */
async function dayWithMeal(fen: number) {
  await bench.pay(bench.diners[0]!.id, fen);
  await bench.eat(bench.diners[0]!, fen);
  const { clock } = bench.app;
  clock.set(clock.now() + 86_400_000);
  for (const who of Object.keys(tokens)) tokens[who] = await bench.app.login(who);
  await settleBooks();
}

let lateSeq = 9_000_000;
/** A meal of a day that is over, paid by subsidy, as a late record leaves it. */
async function bookLate(day: string, fen: number) {
  await bench.app.services.pool.query(
    `insert into trade select (jsonb_populate_record(t, jsonb_build_object('id', $2::bigint, 'main_fen', 0, 'subsidy_fen', $4::bigint,
        'amount_fen', $4::bigint, 'origin_fen', $4::bigint, 'device_seq', $5::bigint))).*
     from trade t where organization_id = $1 and business_date = $3 and kind = 'CONSUME' and restaurant_id in
       (select restaurant_id from contract_restaurant where organization_id = $1) order by id limit 1`,
    [bench.organizationId, await bench.app.services.ids.next(), day, fen, ++lateSeq],
  );
}

/** Draws up what is open to yesterday; answers the caterer's statement. */
async function drawn(): Promise<Statement> {
  const upTo = new Date(bench.app.clock.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  await good('platform', 'generate', { organizationId: bench.organizationId, upTo, note: '测试' });
  return (await statements()).findLast((one) => one.contractorId !== null && one.status === 'GENERATED')!;
}

describe('two sides', () => {
  let one: Statement;
  beforeAll(async () => {
    await dayWithMeal(1_500);
    one = await drawn();
  });

  test('the amount on the screen is what is agreed to', async () => {
    expect(one.payFen).toBe(one.walletFen + one.claimFen);
    expect(await call('school', 'confirm', { id: one.id, payFen: one.payFen + 1 })).toMatchObject({ errorcode: 3510 });
    await good('school', 'confirm', { id: one.id, payFen: one.payFen });
    expect(await statement(one.id)).toMatchObject({ status: 'GENERATED' });
    expect(await call('finance', 'confirm', { id: one.id, payFen: one.payFen })).toMatchObject({ errorcode: 1204 });
    expect(await call('platform', 'settle', { ids: [one.id], witness })).toMatchObject({ errorcode: 1204 });
  });

  test('two of one side who press at once: the first has agreed, the second is told who', async () => {
    const { pool } = bench.app.services;
    const taken = await overtaken(
      pool,
      orgLock(),
      () => call('contractor', 'confirm', { id: one.id, payFen: one.payFen }),
      (tx) =>
        tx.query(
          `update unit_statement set contractor_confirmed_by = 1, contractor_confirmed_name = '林会计', contractor_confirmed_at = now()
           where id = $1`,
          [one.id],
        ),
    );
    expect(taken).toMatchObject({
      errorcode: 3512,
      errormsg: expect.stringMatching(/承包商已由林会计确认，等待另一方/),
    });
    await pool.query(
      `update unit_statement set contractor_confirmed_by = null, contractor_confirmed_name = '', contractor_confirmed_at = null where id = $1`,
      [one.id],
    );
  });

  test('the platform is neither side', () => {
    const refused = sideOf({ session: { unitType: 'PLATFORM' } } as Ctx, { statement_no: 'JS1' } as never, '确认');
    expect(isRefusal(refused) && [refused.code, refusalMessage(refused)]).toEqual([
      'STATEMENT_NOT_SIDE',
      'JS1 由单位与承包商双方办理，您的身份不能确认',
    ]);
  });

  test('another caterer does not see it', async () => {
    expect((await statements('contractor2')).map(({ id }) => id)).not.toContain(one.id);
    expect(await call('contractor2', 'confirm', { id: one.id, payFen: one.payFen })).toMatchObject({ errorcode: 1004 });
  });

  test('an account that agreed for the other side does not agree for this one', async () => {
    const { pool } = bench.app.services;
    await pool.query(
      `update unit_statement set contractor_confirmed_by = (select id from account where login_name = 'school'),
         organization_confirmed_by = null, organization_confirmed_name = '', organization_confirmed_at = null where id = $1`,
      [one.id],
    );
    expect(await call('school', 'confirm', { id: one.id, payFen: one.payFen })).toMatchObject({
      errorcode: 3513,
      errormsg: expect.stringContaining('不能再代表另一方确认，请由另一方的人员确认'),
    });
    await pool.query('update unit_statement set contractor_confirmed_by = null where id = $1', [one.id]);
    await good('school', 'confirm', { id: one.id, payFen: one.payFen });
  });

  test('a day that changes takes the agreement back', async () => {
    await bookLate(one.toDate, 100);
    // Before the house has looked: what has moved is not agreed to.
    await settleOrganization(bench.app.services, bench.organizationId);
    expect(await call('contractor', 'confirm', { id: one.id, payFen: one.payFen })).toMatchObject({
      errorcode: 3511,
      errormsg: expect.stringMatching(/日账有变动，金额将变为 .* 元；一小时内自动更新.*核对新的金额再确认/),
    });
    await settleBooks();
    const now = await statement(one.id);
    expect(now.organizationConfirmedName).toBe('');
    // 1.00 less the platform's 0.38 % and the school's 5 %, to the fen of the whole day.
    expect([94, 95]).toContain(now.payFen - one.payFen);
  });

  test('written again by hand, its record says what it came to before and comes to now', async () => {
    await bookLate(one.toDate, 100);
    await settleOrganization(bench.app.services, bench.organizationId);
    const before = await statement(one.id);
    await good('platform', 'regenerate', { id: one.id });
    const now = await statement(one.id);
    expect(now.payFen).toBeGreaterThan(before.payFen);
    const { data } = await call('platform', 'history', { id: one.id });
    expect((data as unknown as { changes: object[] | null }[]).flatMap(({ changes }) => changes ?? [])).toContainEqual({
      key: 'payFen',
      label: '应结',
      before: before.payFen,
      after: now.payFen,
    });
  });

  test('drawn up anew it says what has changed, or that nothing has', async () => {
    const { data } = await good('platform', 'regenerate', { id: one.id });
    expect(data).toMatchObject({ told: { text: '日账没有变化，金额不变' } });
    const before = await statement(one.id);
    await bookLate(one.toDate, 50);
    await settleOrganization(bench.app.services, bench.organizationId);
    const again = (await good('platform', 'regenerate', { id: one.id })).data as unknown as { told: { text: string } };
    const now = await statement(one.id);
    expect(again.told.text).toContain(`应结 ${formatFenGrouped(before.payFen)} → ${formatFenGrouped(now.payFen)} 元`);
    expect(now.payFen).toBeGreaterThan(before.payFen);
    // Day by day, for both sides to read in the statement itself.
    const day = again.told.text.match(new RegExp(`${one.toDate} ([\\d,.]+) → ([\\d,.]+)`))!;
    const fen = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);
    expect(fen(day[2]!) - fen(day[1]!)).toBe(now.payFen - before.payFen);
    for (const who of ['school', 'contractor', 'platform'])
      expect((await statements(who)).find(({ id }) => id === one.id)).toMatchObject({
        movedNote: again.told.text.split('：').at(-1),
      });
  });

  test('settled by two, what the platform holds becomes withdrawable and the rest has a day', async () => {
    const again = await statement(one.id);
    if (again.organizationConfirmedName === '') await good('school', 'confirm', { id: one.id, payFen: again.payFen });
    await good('contractor', 'confirm', { id: one.id, payFen: again.payFen });
    expect(await statement(one.id)).toMatchObject({ status: 'CONFIRMED' });
    const before = await purse('CONTRACTOR', 'AVAILABLE');
    expect(await call('platform', 'settle', { ids: [one.id] })).toMatchObject({ errorcode: expect.any(Number) });
    await good('platform', 'settle', { ids: [one.id], witness });
    const settled = await statement(one.id);
    expect(settled.status).toBe('SETTLED');
    expect((await purse('CONTRACTOR', 'AVAILABLE')) - before).toBe(settled.walletFen);
    if (settled.claimFen > 0) expect(settled.claimDueOn).not.toBeNull();
    expect(await call('platform', 'settle', { ids: [one.id], witness })).toMatchObject({ errorcode: 1204 });
    await proven();
  });
});

describe('a dispute', () => {
  let two: Statement;
  beforeAll(async () => {
    await dayWithMeal(900);
    await dayWithMeal(1_100);
    two = await drawn();
  });

  test('days that are stated already are not stated again', async () => {
    expect(
      await call('platform', 'generate', { organizationId: bench.organizationId, upTo: two.toDate, note: '再来' }),
    ).toMatchObject({ errorcode: 3518, errormsg: expect.stringContaining('没有尚未结算的日账') });
  });

  test('names days of the period', async () => {
    const body = { id: two.id, disputeFen: 100, reason: '少计一份' };
    expect(
      await call('contractor', 'dispute', { ...body, disputeFrom: '2020-01-01', disputeTo: two.toDate }),
    ).toMatchObject({ errorcode: 3515 });
    await good('contractor', 'dispute', { ...body, disputeFrom: two.toDate, disputeTo: two.toDate });
    expect(await call('contractor', 'reject', { id: two.id, answer: '自己答复' })).toMatchObject({ errorcode: 1203 });
    expect(await call('contractor', 'consent', { id: two.id })).toMatchObject({ errorcode: 1203 });
  });

  test('days nobody disputes are settled first', async () => {
    const before = await statements();
    await good('platform', 'split', { id: two.id });
    const part = (await statements()).find(({ id }) => !before.some((known) => known.id === id))!;
    const rest = await statement(two.id);
    expect(part.contractorFen + rest.contractorFen).toBe(two.contractorFen);
    expect([part.status, rest.status]).toEqual(['GENERATED', 'DISPUTED']);
    await good('school', 'confirm', { id: part.id, payFen: part.payFen });
    await good('contractor', 'confirm', { id: part.id, payFen: part.payFen });
    await good('platform', 'settle', { ids: [part.id], witness });
    await proven();
  });

  test('who answers a dispute that has become its own meanwhile is told whose word it is', async () => {
    const { pool } = bench.app.services;
    const change = (side: string) =>
      `update unit_statement_dispute set side = '${side}' where statement_id = ${two.id}`;
    expect(
      await overtaken(
        pool,
        orgLock(),
        () => call('school', 'correct', { id: two.id, answer: '已纠错' }),
        (tx) => tx.query(change('ORGANIZATION')),
      ),
    ).toMatchObject({ errorcode: 3516, errormsg: expect.stringContaining('异议由本方提出，由对方答复') });
    await pool.query(change('CONTRACTOR'));
  });

  test('the other side answers, who raised it consents', async () => {
    await good('school', 'reject', { id: two.id, answer: '已核对，没有少计' });
    await good('contractor', 'consent', { id: two.id });
    expect(await statement(two.id)).toMatchObject({ status: 'CONFIRMED' });
    const thread = await good('contractor', 'query', { search: { statementId: two.id } }, '/dispute');
    expect(thread.data.rows).toMatchObject([{ side: 'CONTRACTOR', verdict: 'CONSENTED', answer: '已核对，没有少计' }]);
    await good('platform', 'settle', { ids: [two.id], witness });
    await proven();
  });
});

test('a dispute nobody answers is ruled on by two of the platform once its days are over, and not before', async () => {
  await dayWithMeal(800);
  const one = await drawn();
  await good('contractor', 'dispute', {
    id: one.id,
    disputeFrom: one.toDate,
    disputeTo: one.toDate,
    disputeFen: 100,
    reason: '少计一份',
  });
  const line = async (who: string, home: string) => {
    const { body } = await bench.app.post(home, 'figures', {}, tokens[who]);
    return (body.data as { work: { label: string; count: number }[] }).work.find(
      ({ label }) => label === '对方异议待答复',
    );
  };
  expect(await line('school', '/admin/organization/home')).toMatchObject({ count: 1 });
  expect(await line('contractor', '/admin/contractor/contractor_home')).toMatchObject({ count: 0 });
  const rule = () => call('platform', 'decide', { id: one.id, answer: '对方没有答复，按结算单结算', witness });
  const asked = async () =>
    (await good('platform', 'query', { search: { disputeLapsed: true } })).data.rows.map(({ id }) => id);
  expect(await rule()).toMatchObject({
    errorcode: 1204,
    errormsg: expect.stringMatching(/可以答复到 .*期满没有答复再裁定/),
  });
  expect(await asked()).toEqual([]);
  bench.app.clock.set(bench.app.clock.now() + 6 * 86_400_000);
  for (const who of Object.keys(tokens)) tokens[who] = await bench.app.login(who);
  expect(await asked()).toEqual([one.id]);
  expect(await rule()).toMatchObject({ errorcode: 0 });
  expect(await statement(one.id)).toMatchObject({ status: 'CONFIRMED' });
  const thread = await good('school', 'query', { search: { statementId: one.id } }, '/dispute');
  expect(thread.data.rows).toMatchObject([{ verdict: 'DECIDED', answer: '平台裁定：对方没有答复，按结算单结算' }]);
  await good('platform', 'settle', { ids: [one.id], witness });
  await proven();
});

test('what comes late is in the next statement and says where it belongs', async () => {
  const { pool } = bench.app.services;
  const settled = (await statements()).filter((one) => one.status === 'SETTLED' && one.contractorId !== null);
  const last = settled.at(-1)!;
  // A supplement to a meal of a settled day, as the trades then stand.
  const { rows } = await pool.query<{ id: number }>(
    `select id from settle_day where organization_id = $1 and contract_id <> 0 and business_date = $2`,
    [bench.organizationId, last.toDate],
  );
  expect(rows).toHaveLength(1);
  await bookLate(last.toDate, 300);
  await settleBooks();
  await dayWithMeal(700);
  const next = await drawn();
  const lines = (await good('school', 'query', { search: { statementId: next.id }, size: 100 }, '/day')).data.rows;
  const late = lines.filter((line) => line.kind === 'ADJUST');
  expect(late).toMatchObject([{ businessDate: last.toDate, refersNo: expect.stringMatching(/^JS/) }]);
  expect(next.adjustFen).toBe(late[0]!.contractorFen);
  expect(next.adjustFen).toBeGreaterThan(0);
  await proven();
});

test('silence agrees after the deadline, of which each side that may agree is reminded the day before', async () => {
  const waiting = (await statements()).filter(({ status }) => status === 'GENERATED');
  expect(waiting.length).toBeGreaterThan(0);
  const reminded = async (who: string) =>
    (
      (await bench.app.post('/admin/common', 'notices', {}, tokens[who])).body.data as {
        title: string;
        path?: string;
      }[]
    ).filter(({ title }) => title.includes('自动确认'));
  const { rows } = await bench.app.services.pool.query<{ at: string }>(
    `select min(confirm_by) as at from unit_statement where organization_id = $1 and status = 'GENERATED'`,
    [bench.organizationId],
  );
  const first = Date.parse(rows[0]!.at);
  if (first - bench.app.clock.now() > 86_400_000) {
    expect(await reminded('school')).toEqual([]);
    bench.app.clock.set(first - 3_600_000);
    for (const who of Object.keys(tokens)) tokens[who] = await bench.app.login(who);
  }
  const [top] = (await bench.app.post('/admin/common', 'notices', {}, tokens.school)).body.data as { title: string }[];
  expect(top!.title).toContain('自动确认');
  expect(await reminded('school')).toEqual([
    expect.objectContaining({
      title: expect.stringMatching(/^\d+ 份结算单一天内将自动确认$/),
      path: '/admin/organization/settlement?status=GENERATED&organizationWaits=true',
    }),
  ]);
  bench.app.clock.set(bench.app.clock.now() + 6 * 86_400_000);
  tokens.school = await bench.app.login('school');
  await stateOrganization(bench.app.services, bench.organizationId);
  for (const { id } of waiting) expect(await statement(id)).toMatchObject({ status: 'CONFIRMED' });
});

test('a payment outside counts when the receiver says so, and no more than is owed', async () => {
  const owed = (await statements()).find((one) => one.status === 'SETTLED' && one.claimFen - one.claimPaidFen > 1)!;
  for (const who of ['contractor', 'finance']) tokens[who] = await bench.app.login(who);
  const pay = (amountFen: number, bankFlowNo: string) =>
    call('school', 'payClaim', { id: owed.id, receiver: 'CONTRACTOR', amountFen, paidOn: '2026-11-20', bankFlowNo });
  expect(await pay(owed.claimFen + 1, 'F-0')).toMatchObject({ errorcode: 3520 });
  expect(await pay(1, 'F-1')).toMatchObject({ errorcode: 0 });
  expect(await pay(1, 'F-1')).toMatchObject({ errorcode: 3521 });
  const listed = await good('contractor', 'query', { search: { statementId: owed.id } }, '/claim');
  const row = listed.data.rows.find((one) => one.bankFlowNo === 'F-1')!;
  const before = await purse('ORGANIZATION', 'CLAIM');
  await good('contractor', 'confirm', { id: row.id }, '/claim');
  expect((await purse('ORGANIZATION', 'CLAIM')) - before).toBe(1);
  expect((await statement(owed.id)).claimPaidFen).toBe(owed.claimPaidFen + 1);
  await proven();
});

/** Rules that break when these statements are run; all of it is taken back. */
async function brokenBy(...texts: string[]): Promise<string[]> {
  let rules: string[] = [];
  await inTransaction(bench.app.services.pool, async (tx) => {
    for (const text of texts) await tx.query(text);
    rules = [...new Set((await checkUnitInvariants(tx)).map(({ rule }) => rule))];
    throw new Error('taken back');
  }).catch((error: Error) => expect(error.message).toBe('taken back'));
  return rules.sort();
}

test('a contract that ends has its last statement with the hour after its last day, whatever its cycle', async () => {
  const { pool, statementGuards } = bench.app.services;
  await bench.pay(bench.diners[0]!.id, 1_700);
  await bench.eat(bench.diners[0]!, 1_700);
  const { rows } = await pool.query<{ id: number }>(
    `select id from contract_site where organization_id = $1 and status = 'ACTIVE'`,
    [bench.organizationId],
  );
  const before = await statements();
  const hourly = async () => {
    await settleBooks();
    await stateEnded(bench.app.services);
  };
  const lastDay = dateAt(bench.app.clock.now());
  for (const { id } of rows) {
    const path = '/admin/organization/manage/contract_site';
    const { body } = await bench.app.post(path, 'terminate', { id, reason: '学期结束' }, tokens.school);
    expect(body.errormsg).toBe('');
  }
  // Supper of the last day is still to come.
  await hourly();
  expect(await statements()).toHaveLength(before.length);
  // Terminals of these tests are never switched on; without them, and with the bills of the channels there, nothing is open.
  const guards = statementGuards.splice(0);
  await pool.query(`update device set status = 'REPAIR' where status = 'ACTIVE'`);
  await pool.query('delete from device_sequence');
  await pool.query(`update offline_trade set state = 'VOID', settled_at = received_at where state = 'SUSPENSE'`);
  await pool.query('update device_beat set offline_count = 0');
  bench.app.clock.set(bench.app.clock.now() + 86_400_000);
  for (const who of Object.keys(tokens)) tokens[who] = await bench.app.login(who);
  await hourly();
  const last = (await statements()).filter(({ id }) => !before.some((known) => known.id === id));
  expect(last.filter(({ contractorId }) => contractorId !== null)).toMatchObject([
    { toDate: lastDay, status: 'GENERATED' },
  ]);
  expect(last[0]!.contractorFen).toBeGreaterThan(0);
  await hourly();
  expect(await statements()).toHaveLength(before.length + last.length);
  statementGuards.push(...guards);
  await proven();
});

test('each rule finds the mistake that is planted for it', async () => {
  await settleBooks();
  await proven();
  const claim = `(select ctid from unit_wallet where purse = 'CLAIM' order by unit_id limit 1)`;
  const day = `(select ctid from settle_day where contract_id > 0 order by business_date limit 1)`;
  const planted = `insert into unit_posting select (jsonb_populate_record(p, jsonb_build_object('id', 1, 'request_key', 'planted',
    'kind', 'ADJUST', 'document_type', '', 'document_id', 0))).* from unit_posting p order by id limit 1`;
  const entry = (
    set: string,
  ) => `insert into unit_entry select (jsonb_populate_record(e, jsonb_build_object('id', 1, 'posting_id',
    (select max(posting_id) from unit_entry where purse = 'CLAIM'), 'line_no', 99, ${set}))).*
    from unit_entry e where purse = 'CLAIM' order by id limit 1`;
  const wallet = (set: string) => `update unit_wallet set ${set} where ctid = ${claim}`;
  for (const [rule, text] of [
    ['U1', planted],
    ['U2', wallet('balance_fen = balance_fen + 1, in_fen = in_fen + 1')],
    ['U3', wallet('version = version + 1')],
    [
      'U6',
      `update settle_day set funded_fen = funded_fen + 1, funded_main_fen = funded_main_fen + 1 where ctid = ${day}`,
    ],
    [
      'U7',
      `update ledger_split set amount_fen = amount_fen + 1 where ctid = (select ctid from ledger_split order by id limit 1)`,
    ],
  ] as const)
    expect(await brokenBy(text)).toEqual([rule]);
  // The table itself refuses this one as long as it has its constraint.
  expect(
    await brokenBy('alter table unit_wallet drop constraint unit_wallet_sum', wallet('in_fen = in_fen + 1')),
  ).toEqual(['U4']);
  expect(await brokenBy(entry(`'amount_fen', 1, 'wallet_version', 1000000`))).toEqual(
    expect.arrayContaining(['U1', 'U2', 'U5']),
  );
  const some = `(select id from unit_statement where wallet_fen > 0 and status = 'SETTLED' order by id limit 1)`;
  expect(await brokenBy(`update unit_statement set wallet_fen = wallet_fen + 1 where id = ${some}`)).toEqual(['U9']);
  expect(
    await brokenBy(`update unit_statement_line set claim_fen = claim_fen + 1 where statement_id = ${some}`),
  ).toEqual(['U9']);
  expect(
    await brokenBy(
      `insert into unit_statement_line select (jsonb_populate_record(l, jsonb_build_object('id', 1, 'due_fen', 0, 'contractor_fen', 0,
         'wallet_fen', 0, 'share_wallet_fen', 0, 'service_wallet_fen', 0, 'claim_fen', 0, 'service_claim_fen', 0))).*
       from unit_statement_line l where kind = 'DAY' order by id limit 1`,
    ),
  ).toEqual(['U9']);
  expect(
    await brokenBy(
      `update unit_wallet set balance_fen = balance_fen - 1, out_fen = out_fen + 1 where purse = 'FLOAT' and balance_fen > 0`,
    ),
  ).toContain('U11');
  expect(await brokenBy(`update unit_wallet set balance_fen = 0, out_fen = in_fen where purse = 'FLOAT'`)).toContain(
    'U10',
  );
  expect(
    await brokenBy(
      `update unit_withdrawal set status = 'PAID' where id = (select id from unit_withdrawal where status = 'AUDITING' order by id limit 1)`,
    ),
  ).toEqual(['U8']);
  expect(
    await brokenBy(
      `do $$ declare c text; begin for c in select conname from pg_constraint where conrelid = 'contract_restaurant'::regclass and contype = 'x'
         loop execute 'alter table contract_restaurant drop constraint ' || c; end loop; end $$`,
      `insert into contract_restaurant select (jsonb_populate_record(t, jsonb_build_object('id', 1, 'contract_id', 1))).*
       from contract_restaurant t order by id limit 1`,
    ),
  ).toContain('U13');
});

test('what comes after the last statement of a contract is stated too: late days, and the fee of its last month', async () => {
  const { clock } = bench.app;
  const { pool, statementGuards } = bench.app.services;
  const guards = statementGuards.splice(0);
  const ofContracts = async () => (await statements()).filter(({ contractorId }) => contractorId !== null);
  const [last] = (await ofContracts()).filter(({ status }) => status === 'GENERATED');
  await pool.query(`update unit_statement set status = 'CONFIRMED' where status = 'GENERATED'`);
  const { rows } = await pool.query<{ id: number; month: string }>(
    `update contract_site set manage_fee_fen = 310000 where id = (select contract_id from unit_statement where id = $1)
     returning id, to_char($2::date + interval '1 month', 'YYYY-MM-01') as month`,
    [last!.id, last!.toDate],
  );
  await bookLate(last!.toDate, 900);
  clock.set(Date.parse(`${rows[0]!.month}T07:00:00+08:00`));
  for (const who of Object.keys(tokens)) tokens[who] = await bench.app.login(who);
  await settleBooks();
  await stateOrganization(bench.app.services, bench.organizationId);
  const [more] = await ofContracts().then((all) => all.filter(({ status }) => status === 'GENERATED'));
  expect(more!.fromDate > last!.toDate).toBe(true);
  const lines = await pool.query<{ kind: string; date: string; refers: number | null }>(
    `select kind, business_date::text as date, refers_to as refers from unit_statement_line where statement_id = $1
       and (kind = 'ADJUST' or kind = 'MANAGE_FEE' and business_date > $2) order by kind`,
    [more!.id, last!.toDate],
  );
  expect(lines.rows).toEqual([
    { kind: 'ADJUST', date: last!.toDate, refers: last!.id },
    { kind: 'MANAGE_FEE', date: expect.stringMatching(/-(28|29|30|31)$/), refers: null },
  ]);
  const known = (await statements()).length;
  await stateOrganization(bench.app.services, bench.organizationId);
  expect(await statements()).toHaveLength(known);
  statementGuards.push(...guards);
  await proven();
});
