/** 计次流水 over the ledger lines of COUNT purses. */
import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { isAsked } from '../../../../kit/server/page/is-asked.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { daysOf, movedMeals } from '../statement.ts';
import { countAccount } from '../words.ts';
import spec from './count-ledger.page.ts';

/** What 计次对账单 says of the same days; undefined where the search leaves lines out. */
async function moved(ctx: Ctx, search: Search): Promise<number | undefined> {
  if (Object.keys(search).some((key) => key !== 'businessDate' && isAsked(search[key]))) return undefined;
  return movedMeals(ctx, ...daysOf(search));
}

export default bind(spec, {
  list: over(
    spec,
    'ledger_entry as e',
    {
      id: sql`(e.posting_id * 128 + e.line_no)`,
      columns: {
        entryNo: sql`e.posting_id::text`,
        at: 'g.occurred_at',
        personId: 'w.person_id',
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        kind: sql`(case when g.kind = 'REVERSE' then g.reverses_kind || '_BACK' else g.kind end)`,
        meals: 'e.amount_fen',
        mealsAfter: 'e.balance_after_fen',
        batchId: sql`nullif(w.batch_id, 0)`,
        expiresOn: 'w.expires_on',
        operatorName: sql`coalesce(a.name, '')`,
        reason: 'g.reason',
      },
      names: { personId: 'p.name', departmentId: 'd.name', batchId: 'b.name' },
      byId: (ids) => sql`e.posting_id = any(${ids.map((id) => Math.floor(id / 128))}::bigint[])`,
      partition: 'e.business_date',
      where: { keyword: personOr(sql`e.posting_id::text`) },
    },
    (from) =>
      from
        .innerJoin('posting as g', (on) =>
          on
            .onRef('g.organization_id', '=', 'e.organization_id')
            .onRef('g.business_date', '=', 'e.business_date')
            .onRef('g.id', '=', 'e.posting_id'),
        )
        .innerJoin('wallet as w', (on) =>
          on.onRef('w.organization_id', '=', 'e.organization_id').onRef('w.id', '=', 'e.wallet_id'),
        )
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        )
        .leftJoin('subsidy_batch as b', (on) =>
          on.onRef('b.organization_id', '=', 'w.organization_id').onRef('b.id', '=', 'w.batch_id'),
        )
        .leftJoin('account as a', 'a.id', 'g.operator_id')
        .where('e.account', '=', countAccount),
  ),
  proof: { held: { '计次对账单充入 − 扣减': moved } },
});
