/** Bills and money of units for tests of this domain: units, a purse filled, a bill drawn. */
import type { UnitType } from '../../kit/define/page.ts';
import { inTransaction } from '../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { checkUnitInvariants, post } from '../settlement/testing.ts';
import { settlement } from '../settlement/domain.ts';
import { tenancy } from '../tenancy/domain.ts';
import { type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import { payService } from '../funding/testing.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import type { Domain } from '../../kit/server/domain.ts';
import type { Claim } from './bills/open-bill.ts';
import { openBill } from './bills/open-bill.ts';
import { billing } from './domain.ts';
import type { UnitBillRow } from './tables.ts';

export { lapseBills } from './bills/lapse-bills.ts';
export { units };

/** The platform's own account and its second person. */
export const secondPerson = { account: 'second', password: 'second-password' };

export interface BillBench extends UnitBench {
  /** Puts money at a unit's disposal, as if it had come in by the bank. */
  give(unitType: UnitType, unitId: number, fen: number): Promise<void>;
  fen(unitType: UnitType, unitId: number, purse?: string): Promise<number>;
  bill(claim?: Partial<Claim>): Promise<UnitBillRow>;
  billNow(id: number): Promise<UnitBillRow>;
  /** U1–U13 hold. */
  breaks(): Promise<unknown[]>;
}

/** The sandbox takes the place of both channels. */
const channels: Domain = {
  name: 'channels',
  tables: {},
  build: (services) => {
    services.pay = payService([], true, services);
  },
};

let documents = 0;

export async function billBench(pages: readonly Bound[], more: readonly Domain[] = []): Promise<BillBench> {
  const bench = await unitBench([tenancy, settlement, channels, billing, ...more], pages);
  const { services } = bench;
  await services.pool.query(
    `insert into agent_grade (id, name, discount, commission_ratio, annual_quota_fen, rights, created_at, updated_at)
     values (1, '一级代理', 9000, 1000, 10000000, '', now(), now()) on conflict (id) do update set commission_ratio = 1000, discount = 9000,
       annual_quota_fen = 10000000`,
  );
  // Whoever is asked to sign beside has signed.
  services.witnessDoor = {
    prove: async ({ session, scope }) => ({
      accountId: 77,
      account: secondPerson.account,
      name: '见证人',
      unitType: session.unitType,
      grants: 'ALL',
      scope,
    }),
  };
  let turn = 0;
  return {
    ...bench,
    give: async (unitType, unitId, amountFen) => {
      turn += 1;
      const done = await inTransaction(services.pool, (tx) =>
        post(services, tx, {
          requestKey: `give:${turn}`,
          kind: 'ADJUST',
          lines: [
            { account: 'bank:receipts', amountFen: -amountFen },
            { unitType, unitId, purse: 'AVAILABLE', amountFen },
          ],
        }),
      );
      if (isRefusal(done)) throw new Error(done.code);
    },
    fen: async (unitType, unitId, purse = 'AVAILABLE') => {
      const { rows } = await services.pool.query<{ fen: number }>(
        'select balance_fen as fen from unit_wallet where unit_type = $1 and unit_id = $2 and purse = $3',
        [unitType, unitId, purse],
      );
      return rows[0]?.fen ?? 0;
    },
    bill: (claim = {}) => {
      documents += 1;
      return inTransaction(services.pool, (tx) =>
        openBill(services, tx, {
          kind: 'ANNUAL_FEE',
          unitType: 'ORGANIZATION',
          unitId: units.organization,
          title: '年费',
          amountFen: 100_000,
          dueOn: '2026-12-01',
          document: { type: 'TEST', id: documents },
          ...claim,
        }),
      );
    },
    billNow: async (id) =>
      (await services.db.selectFrom('unit_bill').selectAll().where('id', '=', id).executeTakeFirst())!,
    breaks: () => checkUnitInvariants(services.pool),
  };
}
