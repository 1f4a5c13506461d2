/** 账户可见: the organization opens the accounts of its diners to a contractor, or closes them; it holds at once. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { contractFields } from './contract-fields.ts';

const { choices, label } = contractFields.accountsVisible;
const labelOf = (value: unknown) => choices?.find((one) => one.value === value)?.label ?? '';

export async function openAccounts(ctx: Ctx, { ids, values }: ActionInput) {
  const visible = String(values.accountsVisible);
  for (const id of ids) {
    const contract = await ctx.db
      .selectFrom('contract_site')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!contract) return refuse('NOT_FOUND');
    await ctx.db
      .updateTable('contract_site')
      .set({ accounts_visible: visible, version: contract.version + 1 })
      .where('id', '=', id)
      .execute();
    await ctx.audit({
      action: '账户可见',
      targetId: id,
      changes: [{ key: 'accountsVisible', label, before: labelOf(contract.accounts_visible), after: labelOf(visible) }],
    });
  }
  ctx.services.sessionCache.forget();
  return null;
}
