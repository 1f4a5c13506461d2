/** 账户余额表 of a contractor: today's purses less what moved after the day asked for. */
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { purseAccounts } from '../../sheets/account-words.ts';
import { balanceColumns, balancesOf, balanceWhere } from '../../sheets/balances.ts';
import { asked } from '../../sheets/ledger-lines.ts';
import { unitMovements } from '../unit-movements.ts';
import spec, { statementClosing } from './contractor-account-balance.page.ts';

/** What all movements of these units come to; undefined where the search leaves people out. */
async function closingFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  if (Object.keys(search).some((key) => key !== 'asOf' && key !== 'organizationId' && asked(search[key])))
    return undefined;
  const to = asked(search.asOf) ? String(search.asOf).slice(0, 10) : null;
  const accounts = purseAccounts.map(({ value }) => value);
  const moved = await unitMovements(ctx, { from: null, to, accounts, organizationId: search.organizationId });
  return moved.reduce((sum, { inFen, outFen }) => sum + inFen - outFen, 0);
}

export default bind(spec, {
  list: over(
    spec,
    'person as p',
    {
      byUnit: true,
      columns: {
        ...balanceColumns,
        personName: 'p.name',
        departmentName: 'd.name',
        typeName: 't.name',
      },
      where: balanceWhere,
    },
    (from, _ctx, search) =>
      balancesOf(from as never, search)
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        )
        .leftJoin('person_type as t', (on) =>
          on.onRef('t.organization_id', '=', 'p.organization_id').onRef('t.id', '=', 'p.type_id'),
        ),
  ),
  proof: { held: { [statementClosing]: closingFen } },
});
