/** 个人充值汇总 over the ledger, held against the account rollup of the same days. */
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { isAsked } from '../../../../kit/server/page/is-asked.ts';
import { over, summed } from '../../../../kit/server/page/over.ts';
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
  const parts = ['departmentId', 'typeId', 'keyword'];
  if (ctx.scope.departments !== 'ALL' || parts.some((key) => isAsked(search[key]))) return undefined;
  const [from, to] = searchedDays(search);
  const accounts = purseAccounts.map((a) => a.value);
  const moved = await movements(ctx, { from, to, accounts, personIds: null, departmentIds: null });
  return moved
    .filter((m) => kinds.has(m.kind) || kinds.has(m.reversesKind))
    .reduce((sum, m) => sum + m.inFen - m.outFen, 0);
}

export default bind(spec, {
  list: over(
    spec,
    summed('s', (db, _ctx, search) => personIncoming(db, ...searchedDays(search))),
    {
      id: 'p.id',
      columns: {
        name: 'p.name',
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        typeId: 'p.type_id',
        businessDate: null,
      },
      where: { businessDate: () => undefined },
    },
    (from) =>
      from.innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 's.organization_id').onRef('p.id', '=', 's.person_id'),
      ),
  ),
  proof: {
    // Every column its own kinds of posting; the whole is all outside lines, whatever their kind.
    reads: {
      ...Object.fromEntries(parts.map((key) => [key, `ledger_entry of ${key}`])),
      netFen: 'ledger_entry',
    },
    held: { 对账单同期: bookedFen },
  },
});
