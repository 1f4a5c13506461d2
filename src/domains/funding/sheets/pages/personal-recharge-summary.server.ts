/** 个人充值汇总 over the ledger, held against the account rollup of the same days. */
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { purseAccounts } from '../account-words.ts';
import { searchedDays } from '../incoming.ts';
import { movements } from '../movements.ts';
import { incomingKinds, personIncoming } from '../person-incoming.ts';
import spec from './personal-recharge-summary.page.ts';

const kinds = new Set<string>(incomingKinds);
const parts = [
  'onlineFen',
  'cashFen',
  'importFen',
  'giftFen',
  'subsidyFen',
  'refundFen',
  'cashOutFen',
  'clearedFen',
  'returnedFen',
] as const;

/** The same movements as 对账单 has them for all purses; undefined where the search or the scope leaves people out. */
async function bookedFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  const asked = (key: string) => {
    const value = search[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
  };
  if (ctx.scope.departments !== 'ALL' || ['departmentId', 'typeId', 'keyword'].some(asked)) return undefined;
  const [from, to] = searchedDays(search);
  const accounts = purseAccounts.map((a) => a.value);
  const moved = await movements(ctx, { from, to, accounts, personIds: null, departmentIds: null });
  return moved
    .filter((m) => kinds.has(m.kind) || kinds.has(m.reversesKind))
    .reduce((sum, m) => sum + m.inFen - m.outFen, 0);
}

export default bind(spec, {
  list: {
    from: (db, _ctx, search) =>
      db
        .selectFrom(personIncoming(db, ...searchedDays(search)).as('s'))
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        )
        .leftJoin('person_type as pt', (on) =>
          on.onRef('pt.organization_id', '=', 'p.organization_id').onRef('pt.id', '=', 'p.type_id'),
        ),
    id: 'p.id',
    grouped: true,
    columns: {
      name: 'p.name',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      typeId: 'p.type_id',
      businessDate: null,
      onlineFen: 's.online_fen',
      cashFen: 's.cash_fen',
      importFen: 's.import_fen',
      giftFen: 's.gift_fen',
      subsidyFen: 's.subsidy_fen',
      refundFen: 's.refund_fen',
      cashOutFen: 's.cash_out_fen',
      clearedFen: 's.cleared_fen',
      returnedFen: 's.returned_fen',
      netFen: 's.net_fen',
    },
    names: { departmentId: 'd.name', typeId: 'pt.name' },
    where: { businessDate: () => undefined },
  },
  proof: {
    // Every column its own kinds of posting; the whole is all outside lines, whatever their kind.
    reads: {
      ...Object.fromEntries(parts.map((key) => [key, `ledger_entry of ${key}`])),
      netFen: 'ledger_entry',
    },
    held: { 对账单同期: bookedFen },
  },
});
