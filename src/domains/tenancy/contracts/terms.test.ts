/** Who served a restaurant on which day, through contracts that begin, end and follow each other. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { device } from '../../device/domain.ts';
import { identity } from '../../identity/domain.ts';
import { tenancy } from '../domain.ts';
import restaurant from '../places/pages/restaurant.server.ts';
import { resolveScope } from '../scope-source.ts';
import { type Caller, type UnitBench, unitBench, units } from '../testing.ts';
import contractor from '../units/pages/contractor.server.ts';
import { expireContracts } from './expire-contracts.ts';
import organizationContract from './pages/organization-manage-contract-site.server.ts';
import { handOver } from './terms.ts';

const orgContract = '/admin/organization/manage/contract_site';
let bench: UnitBench;
let company: Caller;
beforeAll(async () => {
  bench = await unitBench([tenancy, identity, device], [restaurant, contractor, organizationContract].flat());
  company = await bench.as('ORGANIZATION', units.otherOrganization);
});
afterAll(() => bench?.database.drop());

describe('who served when', () => {
  const place = '/admin/organization/restaurant';
  const terms = async (restaurantId: number) =>
    (
      await sql<{ contractor_id: number; from: string; to: string }>`
        select contractor_id, from_date::text as from, to_date::text as to from contract_restaurant
        where restaurant_id = ${restaurantId} order by from_date`.execute(bench.db)
    ).rows.map((term) => [term.contractor_id, term.from, term.to]);
  const sign = async (by: Caller, partnerName: string, restaurantIds: number[], startDate: string, endDate: string) => {
    const draft = { partnerName, restaurantIds, startDate, endDate };
    const { id } = await by.call<{ id: number }>(orgContract, 'create', draft);
    return { id, answer: await by.call(orgContract, 'activate', { id }) };
  };
  /** On the bench's day, 2026-11-20. */
  const openRoom = async (name: string, contractorId: number | null = null) =>
    (await company.call<{ id: number }>(place, 'create', { name, contractorId })).id;

  test('the day of a hand-over belongs to whom it began with; the next caterer serves from the day after', async () => {
    const room = await openRoom('交接餐厅');
    const first = await sign(company, '味佳餐饮', [room], '2026-11-01', '2026-12-31');
    expect(await terms(room)).toEqual([[units.contractor, '2026-11-01', '2026-12-31']]);
    expect(await company.call(orgContract, 'terminate', { id: first.id, reason: '换承包商' })).toBeNull();
    expect(await company.call(place, 'get', { id: room })).toMatchObject({ contractorId: null });
    const second = await sign(company, '悦食餐饮', [room], '2026-11-10', '2026-12-31');
    expect(await terms(room)).toEqual([
      [units.contractor, '2026-11-01', '2026-11-20'],
      [units.otherContractor, '2026-11-21', '2026-12-31'],
    ]);
    expect(await company.call(place, 'get', { id: room })).toMatchObject({ contractorId: units.otherContractor });
    const gone = await resolveScope(bench.db, 'CONTRACTOR', units.contractor, '2026-11-21');
    expect([gone.organizations, gone.restaurants, gone.served]).toEqual([
      [units.organization],
      [],
      expect.objectContaining({ organizations: [units.otherOrganization], restaurants: [room] }),
    ]);
    const forgotten = await resolveScope(bench.db, 'CONTRACTOR', units.contractor, '2029-02-01');
    expect(forgotten.served?.restaurants).toEqual([]);
    await company.call(orgContract, 'terminate', { id: second.id, reason: '清理' });
  });

  test('a contract that divides top-ups covers every restaurant that is open, or is not signed', async () => {
    const room = await openRoom('充值分账餐厅');
    const rest = await bench.db
      .selectFrom('restaurant')
      .select('id')
      .where('organization_id', '=', units.otherOrganization)
      .where('id', '<>', room)
      .orderBy('id')
      .execute();
    const other = await openRoom('另一家餐厅');
    const draft = {
      partnerName: '味佳餐饮',
      restaurantIds: [room],
      startDate: '2026-11-01',
      endDate: '2026-12-31',
      splitMode: 'RECHARGE',
    };
    const { id } = await company.call<{ id: number }>(orgContract, 'create', draft);
    expect(await company.call(orgContract, 'activate', { id })).toMatchObject({ code: 'SPLIT_NEEDS_ALL' });
    await company.call(orgContract, 'update', { id, restaurantIds: [room, other, ...rest.map((one) => one.id)] });
    expect(await company.call(orgContract, 'activate', { id })).toBeNull();
    await company.call(orgContract, 'terminate', { id, reason: '清理' });
  });

  test('a later contract waits for the one in force; on its first day the house hands the restaurant over', async () => {
    const room = await openRoom('续签餐厅');
    const now = await sign(company, '味佳餐饮', [room], '2026-11-01', '2026-11-25');
    expect(await sign(company, '悦食餐饮', [room], '2026-11-25', '2026-12-31')).toMatchObject({
      answer: { code: 'RESTAURANT_TAKEN' },
    });
    const later = await sign(company, '悦食餐饮', [room], '2026-11-26', '2026-12-31');
    expect(later.answer).toBeNull();
    expect(await company.call(place, 'get', { id: room })).toMatchObject({ contractorId: units.contractor });
    const noon = bench.clock.now();
    bench.clock.set(Date.parse('2026-11-26T05:00:00+08:00'));
    await expireContracts(bench.services);
    expect(await company.call(place, 'get', { id: room })).toMatchObject({ contractorId: null });
    await handOver(bench.services);
    expect(await company.call(place, 'get', { id: room })).toMatchObject({ contractorId: units.otherContractor });
    await company.call(orgContract, 'terminate', { id: later.id, reason: '清理' });
    bench.clock.set(noon);
    expect(now.answer).toBeNull();
  });

  test('a restaurant taken back from its form, and given again on the same day, goes on as before', async () => {
    const signed = await sign(company, '味佳餐饮', [], '2026-11-01', '2026-12-31');
    const room = await openRoom('表单餐厅', units.contractor);
    expect(await terms(room)).toEqual([[units.contractor, '2026-11-01', '2026-12-31']]);
    await company.call(place, 'update', { id: room, contractorId: null });
    expect(await terms(room)).toEqual([[units.contractor, '2026-11-01', '2026-11-20']]);
    await company.call(place, 'update', { id: room, contractorId: units.contractor });
    expect(await terms(room)).toEqual([[units.contractor, '2026-11-01', '2026-12-31']]);
    await company.call(orgContract, 'terminate', { id: signed.id, reason: '清理' });
  });

  test('no day of a restaurant has two caterers, whatever writes it', async () => {
    const clash = sql`insert into contract_restaurant values (31, 1, 41, 7, 21, '2026-01-01', '2026-01-31'),
      (31, 2, 42, 7, 22, '2026-01-31', '2026-02-28')`.execute(bench.db);
    await expect(clash).rejects.toThrow('contract_restaurant_once');
  });

  test('accounts of diners are open to who runs every restaurant, or as the organization says', async () => {
    const { id } = await sign(company, '悦食餐饮', [], '2026-11-01', '2026-12-31');
    const seen = async () => (await resolveScope(bench.db, 'CONTRACTOR', units.otherContractor, '2026-11-20')).accounts;
    expect(await seen()).toEqual([]);
    expect(await company.call(orgContract, 'accounts', { id, accountsVisible: 'YES' })).toBeNull();
    expect(await seen()).toEqual([units.otherOrganization]);
    await company.call(orgContract, 'accounts', { id, accountsVisible: 'SOLE' });
    expect(await seen()).toEqual([]);
    await sql`update restaurant set contractor_id = ${units.otherContractor} where organization_id = ${units.otherOrganization}`.execute(
      bench.db,
    );
    expect(await seen()).toEqual([units.otherOrganization]);
    await company.call(orgContract, 'terminate', { id, reason: '清理' });
    expect(await seen()).toEqual([]);
    expect(await company.call(orgContract, 'accounts', { id, accountsVisible: 'YES' })).toMatchObject({
      refused: true,
    });
  });
});
