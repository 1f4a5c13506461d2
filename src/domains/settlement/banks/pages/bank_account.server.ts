import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type OptionsInput } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { bankMoves, submitAccount } from '../bank-moves.ts';
import { registerAccount } from '../register-account.ts';
import { unitName } from '../unit-name.ts';
import spec from './bank_account.page.ts';

/** Accounts by bank and last digits; those that take no money yet are shown and cannot be chosen. */
async function options(ctx: Ctx, { ids, size }: OptionsInput) {
  let query = ctx.db
    .selectFrom('unit_bank_account')
    .select(['id', 'bank_name', 'account_no', 'account_name', 'status'])
    .where('status', 'in', ['ACTIVE', 'COOLING'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size);
  if (ids) query = query.where('id', 'in', [0, ...ids]);
  return (await query.execute()).map((one) => ({
    id: one.id,
    name: `${one.bank_name} 尾号 ${one.account_no.slice(-4)}`,
    hint: one.status === 'COOLING' ? '冷静期内' : one.account_name,
    disabled: one.status !== 'ACTIVE',
  }));
}

export default bind(spec, {
  list: over(spec, 'unit_bank_account as b', {
    version: true,
    maker: 'b.maker_id',
    columns: { unitName: unitName('b') },
  }),
  notice: async (ctx) => {
    const { waiting, cooling } = await ctx.db
      .selectFrom('unit_bank_account')
      .select([
        sql<number>`count(*) filter (where status = 'PENDING_REVIEW')::int`.as('waiting'),
        sql<number>`count(*) filter (where status = 'COOLING')::int`.as('cooling'),
      ])
      .executeTakeFirstOrThrow();
    return waiting + cooling === 0
      ? null
      : {
          tone: 'warning',
          text: `收款账户有变更：${waiting} 个待平台审核，${cooling} 个在冷静期内。不是本单位办理的，请立即停用并联系平台。`,
        };
  },
  create: registerAccount,
  options,
  outsideTransaction: ['submit'],
  actions: { ...bankMoves, submit: submitAccount },
});
