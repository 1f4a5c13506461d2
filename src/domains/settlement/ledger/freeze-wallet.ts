/** The platform keeps a unit's money from leaving until something is cleared up; what comes in meanwhile is taken as ever. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';

/** 可提现 of the rows' units gives nothing from now on (`FROZEN`), or gives again. Withdrawals asked for before are the cashier's to hold. */
export const setWallet =
  (status: 'FROZEN' | 'ACTIVE') =>
  async (ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> => {
    for (const { id, unitType, unitName } of rows) {
      const name = String(unitName);
      const { rowCount } = await sqlOf(ctx.db).query(
        `insert /* wall: the platform's hand on the unit of the row */ into unit_wallet (unit_type, unit_id, purse, status) values ($1, $2, 'AVAILABLE', $3)
         on conflict (unit_type, unit_id, purse) do update set status = excluded.status where unit_wallet.status <> excluded.status`,
        [unitType, id, status],
      );
      if (rowCount === 0)
        return refuse('NOT_NOW', { why: `${name}的资金账户${status === 'FROZEN' ? '已经冻结' : '没有冻结'}` });
      await ctx.audit({
        action: status === 'FROZEN' ? '冻结资金账户' : '解冻资金账户',
        targetId: id,
        targetName: name,
        changes: [
          { key: 'reason', label: '原因', before: null, after: `${values.reason}（见证人 ${ctx.witness?.name}）` },
        ],
      });
    }
    return null;
  };
