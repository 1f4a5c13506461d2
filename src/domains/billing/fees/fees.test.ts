/** Annual fees: opened before the service ends, called for, paid by what the agent shows, taken back whole. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { envelopeOf } from '../../../../tests/support/walk-flow.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { Caller } from '../../tenancy/testing.ts';
import contractors from '../../tenancy/units/pages/contractor.server.ts';
import organizations from '../../tenancy/units/pages/organization.server.ts';
import { billing } from '../domain.ts';
import { type BillBench, billBench, secondPerson, units } from '../testing.ts';
import { confirmFee } from './collect-fee.ts';
import { openAnnualFees } from './open-fees.ts';
import fees from './pages/annual_fee_record.server.ts';
import calls from './pages/annual_fee_record-call.server.ts';

let bench: BillBench;
let agent: Caller;
let platform: Caller;
const of = (area: string) => `/admin/${area}/annual_fee_record`;
const witness = { account: secondPerson.account, password: secondPerson.password };
type Row = Record<string, unknown> & { id: number };

beforeAll(async () => {
  bench = await billBench([fees, calls, organizations, contractors]);
  bench.services.jobs = { schedule: async () => undefined } as never;
  await billing.start!(bench.services);
  await bench.services.pool.query(`update application set status = 'NORMAL', price_year_fen = 200000 where base`);
  agent = await bench.as('AGENT', units.agent);
  platform = await bench.as('PLATFORM', platformUnitId);
  const end = (table: string, id: number, day: string) =>
    bench.services.pool.query(`update ${table} set expire_at = $2 where id = $1`, [id, day]);
  await end('organization', units.organization, '2026-11-10');
  await end('organization', units.otherOrganization, '2026-12-10');
  await end('contractor', units.contractor, '2027-06-01');
  await end('contractor', units.otherContractor, '2027-06-01');
});
afterAll(() => bench?.database.drop());
afterEach(async () => expect(await bench.breaks()).toEqual([]));

const list = async (who: Caller, area: string, search = {}) =>
  (await who.call<{ rows: Row[] }>(of(area), 'query', { search })).rows;
const endOf = async () =>
  (
    await bench.services.pool.query<{ day: string }>('select expire_at as day from organization where id = $1', [
      units.organization,
    ])
  ).rows[0]!.day;

test('are opened once for whose service ends within sixty days, and shown to its own agent alone', async () => {
  expect(await openAnnualFees(bench.services)).toBe(2);
  expect(await openAnnualFees(bench.services)).toBe(0);
  expect(await list(agent, 'agent')).toMatchObject([
    {
      unitName: '第一中学',
      expiry: 'OVER',
      expiresOn: '2026-11-10',
      amountFen: 200_000,
      billStatus: 'UNPAID',
      phone: '138****8000',
    },
  ]);
  expect(await list(platform, 'platform', { expiry: ['D30'] })).toMatchObject([{ unitName: '华光电子' }]);
  expect(await list(platform, 'platform')).toHaveLength(2);
});

test('calls are kept, with what was promised', async () => {
  const [fee] = await list(agent, 'agent');
  const body = { id: fee!.id, way: 'PHONE', words: '月底前付款', promisedOn: '2026-11-30' };
  expect(await agent.call(of('agent'), 'call', { ...body, promisedOn: '2026-11-01' })).toMatchObject({ refused: true });
  expect(await agent.call(of('agent'), 'call', body)).toBeNull();
  expect(await list(agent, 'agent')).toMatchObject([{ callCount: 1, promisedOn: '2026-11-30' }]);
  const { rows } = await agent.call<{ rows: Row[] }>(`${of('agent')}/call`, 'query', { search: { orderId: fee!.id } });
  expect(rows).toMatchObject([{ words: '月底前付款', makerName: '测试员' }]);
});

test('what the agent shows is confirmed by the platform: term and commission come together, void takes both back', async () => {
  const [fee] = await list(agent, 'agent');
  const paid = { paidOn: '2026-11-20', bankFlowNo: 'N1', proof: 'attachment/a.pdf' };
  expect(await agent.call(of('agent'), 'register', { id: fee!.id, ...paid })).toBeNull();
  expect(await agent.call(of('agent'), 'register', { id: fee!.id, ...paid, bankFlowNo: 'N2' })).toMatchObject({
    code: 'NOT_NOW',
  });
  expect(await endOf()).toBe('2026-11-10');
  expect(await platform.call(of('platform'), 'confirm', { id: fee!.id })).toBeNull();
  // From today: the days it was over are not charged.
  expect(await endOf()).toBe('2027-11-19');
  expect(await bench.fen('AGENT', units.agent, 'PENDING')).toBe(20_000);
  expect(await list(agent, 'agent')).toMatchObject([{ billStatus: 'PAID', toOn: '2027-11-19', commissionFen: 20_000 }]);
  await platform.call(of('platform'), 'void', { id: fee!.id, reason: '客户重复付款', witness });
  // As over as it was: no days of grace come of a fee that is taken back.
  expect(await endOf()).toBe('2026-11-10');
  expect(await bench.fen('AGENT', units.agent, 'PENDING')).toBe(0);
  expect(await bench.fen('ORGANIZATION', units.organization)).toBe(200_000);
});

test('no renewal of what waits for its money, nor of what is not for sale; no money that nobody entered is confirmed', async () => {
  const form = {
    unitType: 'ORGANIZATION',
    organizationId: units.organization,
    years: 1,
    paidOn: '2026-11-20',
    proof: 'attachment/a.pdf',
  };
  const renew = (bankFlowNo: string) => agent.call(of('agent'), 'renew', { ...form, bankFlowNo });
  const said = async (answer: Promise<unknown>) => envelopeOf(await answer);
  expect(await renew('W1')).toBeNull();
  const [fee] = await list(agent, 'agent', { waits: true });
  expect(await said(renew('W2'))).toEqual({
    errorcode: 3661,
    errormsg: expect.stringMatching(/^账单 \S+ 还没有付款，请先付款或取消$/),
  });
  const ctx = platform.ctx(of('platform'));
  const { pool } = bench.services;
  await pool.query(`update unit_bill_payment set status = 'CLOSED' where bank_flow_no = 'W1'`);
  // The page has it as waiting still when the payer takes the transfer back.
  expect(envelopeOf(await confirmFee(ctx, { ids: [fee!.id], rows: [], values: {} }))).toEqual({
    errorcode: 3670,
    errormsg: `${fee!.billNo} 没有待确认的转账`,
  });
  await platform.call(of('platform'), 'void', { id: fee!.id, reason: '客户取消', witness });
  await pool.query(`update application set status = 'DISABLED' where base`);
  expect(await said(renew('W3'))).toEqual({ errorcode: 3660, errormsg: expect.stringContaining('没有在售') });
  await pool.query(`update application set status = 'NORMAL' where base`);
});

test('what it costs and until when it lasts is said before it is entered', async () => {
  const asked = { action: 'renew', unitType: 'ORGANIZATION', years: 2 };
  const told = await agent.call<{ lines: [string, string][]; amountFen: number }>(of('agent'), 'outcome', {
    ...asked,
    organizationId: units.organization,
  });
  expect(told.amountFen).toBe(400_000);
  expect(Object.fromEntries(told.lines)).toMatchObject({
    客户: '第一中学',
    付款后期限: expect.stringContaining('2028-11-19'),
  });
  const foreign = { ...asked, organizationId: units.otherOrganization };
  expect(await agent.call(of('agent'), 'outcome', foreign)).toMatchObject({ refused: true });
  expect(await list(agent, 'agent', { waits: true })).toEqual([]);
});

test('a renewal is entered for a customer of its own, for so many years', async () => {
  const form = {
    unitType: 'ORGANIZATION',
    years: 2,
    paidOn: '2026-11-20',
    bankFlowNo: 'N3',
    proof: 'attachment/a.pdf',
  };
  expect(await agent.call(of('agent'), 'renew', { ...form, organizationId: units.otherOrganization })).toMatchObject({
    refused: true,
  });
  expect(await agent.call(of('agent'), 'renew', { ...form, organizationId: units.organization })).toBeNull();
  const [fee] = await list(agent, 'agent', { waits: true });
  expect(fee).toMatchObject({ amountFen: 400_000, years: 2 });
  await platform.call(of('platform'), 'confirm', { id: fee!.id });
  expect(await endOf()).toBe('2028-11-19');
});
