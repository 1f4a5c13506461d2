/** 每日消费收款: the day totals of consumption, with the contract days beside them. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { namesOf, netOf, unitReads, unitTotals } from '../../../consumption/public.server.ts';
import '../../tables.ts';
import { netByPeople } from '../../../consumption/public.ts';
import spec from './daily-consume-receipts.page.ts';

interface Settled {
  key: string;
  settledFen: number;
  dueFen: number;
  feeFen: number;
  serviceFen: number;
  shareFen: number;
  contractorFen: number;
}

const keyOf = (day: unknown, organizationId: unknown, contractorId: unknown) =>
  `${day} ${organizationId} ${contractorId}`;

/** The contract days of the search by day, unit and caterer. */
async function contractDays(ctx: Ctx, search: Search): Promise<ReadonlyMap<string, Settled>> {
  const [from, to] = Array.isArray(search.businessDate) ? (search.businessDate as (string | null)[]) : [null, null];
  const sum = (value: string) => sql<number>`sum(${sql.raw(value)})::bigint`;
  let query = ctx.db
    .selectFrom('settle_day as d')
    .select([
      'd.business_date',
      'd.organization_id',
      'd.contractor_id',
      sum('d.due_fen - d.count_fen - d.borne_fen - d.topped_fen').as('settledFen'),
      sum('d.due_fen').as('dueFen'),
      sum('d.fee_fen').as('feeFen'),
      sum('d.service_fen').as('serviceFen'),
      sum('d.share_fen').as('shareFen'),
      sum('d.contractor_fen').as('contractorFen'),
    ])
    .where('d.contract_id', '<>', 0)
    .groupBy(['d.business_date', 'd.organization_id', 'd.contractor_id']);
  if (from) query = query.where('d.business_date', '>=', from);
  if (to) query = query.where('d.business_date', '<=', to);
  const units = [search.organizationId].flat().filter((id) => typeof id === 'number');
  if (units.length > 0) query = query.where('d.organization_id', 'in', units);
  const rows = await query.execute();
  return new Map(
    rows.map(({ business_date, organization_id, contractor_id, ...figures }) => {
      const key = keyOf(business_date, organization_id, contractor_id);
      return [key, { key, ...figures }];
    }),
  );
}

const none = { settledFen: 0, dueFen: 0, feeFen: 0, serviceFen: 0, shareFen: 0, contractorFen: 0 };

export default bind(spec, {
  rows: async (ctx, search) => {
    const [found, settled] = await Promise.all([
      unitTotals(ctx, ['businessDate', 'organizationId', 'contractorId'], search),
      contractDays(ctx, search),
    ]);
    const totals = found.toReversed();
    const [units, caterers] = await Promise.all([
      namesOf(ctx, totals, 'organizationId'),
      namesOf(ctx, totals, 'contractorId'),
    ]);
    return totals.map((row, i) => {
      const { key: _, ...figures } = settled.get(keyOf(row.businessDate, row.organizationId, row.contractorId)) ?? {
        key: '',
        ...none,
      };
      const netFen = row.amountFen - row.reversedFen + row.supplementFen;
      // What a unit cooks itself is settled with nobody.
      const own = row.contractorId === null;
      const pending = own ? { settledFen: null, pendingFen: null } : { pendingFen: netFen - figures.settledFen };
      return {
        ...row,
        ...figures,
        ...pending,
        id: i + 1,
        organizationName: units.get(row.organizationId) ?? null,
        contractorName: caterers.get(row.contractorId) ?? '单位自营',
      };
    });
  },
  proof: {
    reads: {
      ...unitReads,
      dueFen: 'settle_day.due_fen',
      feeFen: 'settle_day.fee_fen',
      serviceFen: 'settle_day.service_fen',
      shareFen: 'settle_day.share_fen',
      contractorFen: 'settle_day.contractor_fen',
      settledFen: 'settle_day.due_fen',
    },
    held: { [netByPeople]: (ctx, search) => netOf(ctx, 'people', search) },
  },
});
