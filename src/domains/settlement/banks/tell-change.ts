/**
 * Where money is paid to has changed: the contact of the unit is told, and for a caterer's account those of the organizations it
 * serves, who pay it outside. Somebody who wants their money elsewhere is found out before the account has cooled down.
 */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { raise } from '../../alerts/public.server.ts';
import type { UnitBankAccountRow } from '../tables.ts';

interface Told {
  id: number;
  contact: string;
}

async function whoHears(ctx: Ctx, { unit_type, unit_id }: UnitBankAccountRow): Promise<Told[]> {
  const organizations = beyondScope(ctx).selectFrom('organization as o').select(['o.id', 'o.contact']).orderBy('o.id');
  if (unit_type === 'ORGANIZATION') return organizations.where('o.id', '=', unit_id).execute();
  if (unit_type !== 'CONTRACTOR') return [];
  return organizations
    .where('o.id', 'in', (eb) =>
      eb
        .selectFrom('contract_restaurant as r')
        .select('r.organization_id')
        .where('r.contractor_id', '=', unit_id)
        .where('r.to_date', '>=', dateAt(ctx.clock.now())),
    )
    .execute();
}

/** `what` became of the account, in the transaction in which it does. */
export async function tellChange(ctx: Ctx, account: UnitBankAccountRow, what: string): Promise<void> {
  const own = account.unit_type === 'ORGANIZATION';
  const shown = `${account.bank_name} 尾号 ${account.account_no.slice(-4)}`;
  for (const { id, contact } of await whoHears(ctx, account))
    await raise(ctx, id, {
      kind: 'BANK_CHANGED',
      object: `bank:${account.id}`,
      objectName: `${account.account_name} ${shown}`,
      detail: `${own ? '本单位' : `承包商 ${account.account_name} `}的收款账户 ${shown} ${what}，经办 ${account.maker_name}。请联系人 ${contact} 核实，${own ? '不是本单位办理的立即停用' : '线下付款以前先与对方电话确认'}`,
      open: { path: own ? '/admin/organization/bank_account' : '/admin/organization/settlement' },
    });
}
