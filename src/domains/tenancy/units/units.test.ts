/** Opening units with their first account, contracts between them, and who sees whom afterwards. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { device } from '../../device/domain.ts';
import { identity } from '../../identity/domain.ts';
import { contractFlow } from '../contracts/contract-states.ts';
import { expireContracts } from '../contracts/expire-contracts.ts';
import contractorContract from '../contracts/pages/contractor-manage-contract-site.server.ts';
import organizationContract from '../contracts/pages/organization-manage-contract-site.server.ts';
import { tenancy } from '../domain.ts';
import restaurant from '../places/pages/restaurant.server.ts';
import region from '../regions/pages/region.server.ts';
import { resolveScope } from '../scope-source.ts';
import { type Caller, type UnitBench, unitBench, units } from '../testing.ts';
import agent from './pages/agent.server.ts';
import contractor from './pages/contractor.server.ts';
import grade from './pages/grade.server.ts';
import organization from './pages/organization.server.ts';

const orgContract = '/admin/organization/manage/contract_site';
const conContract = '/admin/contractor/manage/contract_site';
interface Listed {
  rows: Record<string, unknown>[];
}

let bench: UnitBench;
let platform: Caller;
let company: Caller;
let other: Caller;
beforeAll(async () => {
  bench = await unitBench(
    [tenancy, identity, device],
    [agent, contractor, organization, grade, region, restaurant, organizationContract, contractorContract].flat(),
  );
  platform = await bench.as('PLATFORM', 1);
  company = await bench.as('ORGANIZATION', units.otherOrganization);
  other = await bench.as('CONTRACTOR', units.otherContractor);
});
afterAll(() => bench?.database.drop());

describe('opening units', () => {
  const person = { contact: '赵主任', phone: '13912345678' };

  test('an organization comes with its first account, whose password shows once', async () => {
    const made = await platform.call<{ id: number; secret: { value: string; note: string } }>(
      '/admin/platform/organization',
      'create',
      { name: '第二中学', kind: 'SCHOOL', agentId: units.agent, trial: true, loginName: 'erzhong', ...person },
    );
    expect(made.secret.value.length).toBeGreaterThanOrEqual(8);
    expect(made.secret.note).toContain('erzhong');
    const account =
      await sql`select name, phone, must_change_password from account where login_name = 'erzhong'`.execute(bench.db);
    expect(account.rows).toEqual([{ name: '赵主任', phone: '13912345678', must_change_password: true }]);
    expect(await platform.call('/admin/platform/organization', 'get', { id: made.id })).toMatchObject({
      status: 'TRIAL',
      phone: '139****5678',
      peopleCount: 0,
      agentName: '江南代理',
    });
    expect(await platform.call('/admin/platform/organization', 'update', { id: made.id, trial: false })).toMatchObject({
      id: made.id,
    });
    expect(await platform.call('/admin/platform/organization', 'get', { id: made.id })).toMatchObject({
      status: 'NORMAL',
    });
  });

  test('nothing stays of a unit whose account is refused', async () => {
    const refused = await platform.call('/admin/platform/agent', 'create', {
      name: '重名代理',
      gradeId: 2,
      loginName: 'erzhong',
      ...person,
    });
    expect(refused).toMatchObject({ refused: true, fields: { loginName: expect.any(String) } });
    expect(
      (await platform.call<Listed>('/admin/platform/agent', 'query', { search: { keyword: '重名' } })).rows,
    ).toEqual([]);
  });

  test('names and licence numbers are one unit’s own', async () => {
    const values = { name: '味佳餐饮', loginName: 'weijia2', ...person };
    expect(await platform.call('/admin/platform/contractor', 'create', values)).toMatchObject({
      code: 'DUPLICATE',
      fields: { name: expect.any(String) },
    });
    expect(
      await platform.call('/admin/platform/contractor', 'create', { ...values, name: '新味', licenseNo: '12' }),
    ).toMatchObject({
      fields: { licenseNo: expect.any(String) },
    });
  });

  test('the end of service shows 30 days ahead and when it is over', async () => {
    const path = '/admin/platform/organization';
    const ends = async (expireAt: string) => {
      await platform.call(path, 'update', { id: units.otherOrganization, expireAt });
      return (await platform.call<{ status: string }>(path, 'get', { id: units.otherOrganization })).status;
    };
    expect(await ends('2026-12-21')).toBe('NORMAL');
    expect(await ends('2026-12-19')).toBe('EXPIRING');
    expect(await ends('2026-11-19')).toBe('EXPIRED');
    const { rows } = await platform.call<Listed>(path, 'query', { search: { status: 'EXPIRED' } });
    expect(rows.map((r) => r.name)).toEqual(['华光电子']);
    await platform.call(path, 'update', { id: units.otherOrganization, expireAt: null });
  });

  test('a disabled unit resolves as inactive', async () => {
    const path = '/admin/platform/contractor';
    await platform.call(path, 'disable', { id: units.otherContractor });
    expect(await resolveScope(bench.db, 'CONTRACTOR', units.otherContractor, '2026-11-20')).toMatchObject({
      active: false,
    });
    expect(await platform.call(path, 'disable', { id: units.otherContractor })).toMatchObject({ code: 'NOT_NOW' });
    await platform.call(path, 'enable', { id: units.otherContractor });
    expect(await resolveScope(bench.db, 'CONTRACTOR', units.otherContractor, '2026-11-20')).toMatchObject({
      active: true,
    });
  });

  test('grades are there from the start', async () => {
    const agentSide = await bench.as('AGENT', units.agent);
    expect((await agentSide.call<Listed>('/admin/agent/grade', 'query')).rows).toHaveLength(3);
  });
});

describe('reach', () => {
  test('an agent reaches its customers, a contractor those under contract, an unknown unit nothing', async () => {
    expect(await resolveScope(bench.db, 'AGENT', units.agent, '2026-11-20')).toMatchObject({
      agents: [units.agent],
      contractors: [units.contractor],
      organizations: expect.arrayContaining([units.organization]),
    });
    expect(await resolveScope(bench.db, 'CONTRACTOR', units.contractor, '2026-11-20')).toMatchObject({
      organizations: [units.organization],
    });
    expect(await resolveScope(bench.db, 'CONTRACTOR', units.otherContractor, '2026-11-20')).toMatchObject({
      organizations: [],
    });
    expect(await resolveScope(bench.db, 'ORGANIZATION', 999, '2026-11-20')).toMatchObject({
      active: false,
      organizations: [],
    });
  });
});

describe('contracts', () => {
  const term = { startDate: '2026-11-01', endDate: '2026-11-30' };

  test('the partner is named in full; neither side browses customers', async () => {
    expect(await company.call(orgContract, 'create', { partnerName: '悦食', ...term })).toMatchObject({
      code: 'PARTNER_UNKNOWN',
    });
    expect(await company.call('/admin/platform/contractor', 'options', {})).toEqual([]);
    expect(await other.call('/admin/platform/organization', 'options', {})).toMatchObject({ code: 'NOT_PERMITTED' });
    expect(
      await other.call(conContract, 'create', { partnerName: '华光电子', ...term, endDate: '2026-10-01' }),
    ).toMatchObject({
      code: 'DATES_TURNED',
    });
  });

  test('the contractor drafts, only the organization signs, and then the contractor sees it', async () => {
    const draft = await other.call<{ id: number }>(conContract, 'create', { partnerName: '华光电子', ...term });
    expect(await other.call(conContract, 'activate', { id: draft.id })).toBeUndefined();
    const room = await company.call<{ id: number }>('/admin/organization/restaurant', 'create', { name: '员工餐厅' });
    expect(await company.call(orgContract, 'update', { id: draft.id, restaurantIds: [room.id] })).toMatchObject({
      id: draft.id,
    });
    expect(await company.call(orgContract, 'activate', { id: draft.id })).toBeNull();
    expect(await company.call('/admin/organization/restaurant', 'get', { id: room.id })).toMatchObject({
      contractorName: '悦食餐饮',
    });
    expect(await resolveScope(bench.db, 'CONTRACTOR', units.otherContractor, '2026-11-20')).toMatchObject({
      organizations: [units.otherOrganization],
      restaurants: [room.id],
    });
    expect(await company.call(orgContract, 'update', { id: draft.id, shareRatio: 500 })).toMatchObject({
      code: 'CONTRACT_FIXED',
    });
    expect(await company.call(orgContract, 'remove', { id: draft.id })).toMatchObject({ code: 'CONTRACT_FIXED' });

    const second = await company.call<{ id: number }>(orgContract, 'create', {
      partnerName: '味佳餐饮',
      ...term,
      restaurantIds: [room.id],
    });
    expect(await company.call(orgContract, 'activate', { id: second.id })).toMatchObject({ code: 'RESTAURANT_TAKEN' });
  });

  test('a contractor sees its own contracts alone', async () => {
    const caterer = await bench.as('CONTRACTOR', units.contractor);
    const { rows } = await caterer.call<Listed>(conContract, 'query');
    expect(rows.map((r) => [r.organizationName, r.status])).toEqual(
      expect.arrayContaining([
        ['第一中学', 'ACTIVE'],
        ['华光电子', 'DRAFT'],
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  test('what platform and organization take of a day is no more than the day', async () => {
    const [page, id] = ['/admin/platform/contractor', units.otherContractor];
    await platform.call(page, 'update', { id, feeRate: 100 });
    const over = {
      code: 'RATIO_OVER',
      params: { share: '99.01%', fee: '1.00%' },
      fields: { shareRatio: '最多 99.00%' },
    };
    const ours = { partnerName: '悦食餐饮', ...term };
    expect(await company.call(orgContract, 'create', { ...ours, shareRatio: 9_901 })).toMatchObject(over);
    const theirs = { partnerName: '华光电子', ...term };
    expect(await other.call(conContract, 'create', { ...theirs, shareRatio: 9_901 })).toMatchObject(over);
    const draft = await company.call<{ id: number }>(orgContract, 'create', { ...ours, shareRatio: 9_900 });
    expect(await company.call(orgContract, 'update', { id: draft.id, shareRatio: 9_901 })).toMatchObject(over);
    expect(await company.call(orgContract, 'update', { id: draft.id, manageFeeFen: 1 })).toMatchObject({
      id: draft.id,
    });
    // Who has signed is not taken more of by the platform than is left; nothing is signed beyond it.
    await platform.call(page, 'update', { id, feeRate: 200 });
    expect(await company.call(orgContract, 'activate', { id: draft.id })).toMatchObject({ code: 'RATIO_OVER' });
    await platform.call(page, 'update', { id, feeRate: 100 });
    expect(await company.call(orgContract, 'activate', { id: draft.id })).toBeNull();
    expect(await platform.call(page, 'update', { id, feeRate: 101 })).toMatchObject({
      code: 'RATIO_OVER',
      params: { share: '99.00%', fee: '1.01%' },
      fields: { feeRate: '最多 1.00%' },
    });
    await company.call(orgContract, 'terminate', { id: draft.id, reason: '合作结束' });
    expect(await platform.call(page, 'update', { id, feeRate: 101 })).toMatchObject({ id });
    await platform.call(page, 'update', { id, feeRate: 0 });
  });

  test('a school signs only after checking that it may', async () => {
    const school = await bench.as('ORGANIZATION', units.organization);
    const draft = await school.call<{ id: number }>(orgContract, 'create', { partnerName: '悦食餐饮', ...term });
    expect(await school.call(orgContract, 'activate', { id: draft.id })).toMatchObject({
      code: 'SCHOOL_CHECK',
      fields: { schoolChecked: expect.any(String) },
    });
    expect(await school.call(orgContract, 'activate', { id: draft.id, schoolChecked: true })).toBeNull();
    expect(await other.call(conContract, 'terminate', { id: draft.id })).toMatchObject({
      fields: { reason: expect.any(String) },
    });
    expect(await other.call(conContract, 'terminate', { id: draft.id, reason: '合作结束' })).toBeNull();
    expect(await school.call(orgContract, 'get', { id: draft.id })).toMatchObject({
      status: 'TERMINATED',
      endedReason: '合作结束',
    });
  });

  test('a contract goes where its flow says', async () => {
    const school = await bench.as('ORGANIZATION', units.organization);
    const { id } = await school.call<{ id: number }>(orgContract, 'create', { partnerName: '悦食餐饮', ...term });
    const status = async () => (await school.call<{ status: string }>(orgContract, 'get', { id })).status;
    expect(
      await walkFlow(contractFlow, {
        place: (state) => bench.services.pool.query('update contract_site set status = $2 where id = $1', [id, state]),
        call: async (event) =>
          envelopeOf(await school.call(orgContract, event, { id, schoolChecked: true, reason: '合作结束' })),
        status,
      }),
    ).toEqual([]);
    await bench.services.pool.query(`update contract_site set status = 'TERMINATED' where id = $1`, [id]);
  });

  test('the last day of the term is still in force, the next day it has expired', async () => {
    bench.clock.set(Date.parse('2026-11-30T23:30:00+08:00'));
    expect(await expireContracts(bench.services)).toBe(0);
    bench.clock.advance(3_600_000);
    expect(await expireContracts(bench.services)).toBe(1);
    expect(await resolveScope(bench.db, 'CONTRACTOR', units.otherContractor, '2026-11-20')).toMatchObject({
      organizations: [],
    });
    const log = await sql`select action, actor from system_log where action = '到期'`.execute(bench.db);
    expect(log.rows).toEqual([{ action: '到期', actor: '系统' }]);
  });
});
