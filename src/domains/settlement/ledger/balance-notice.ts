/** What a unit's purses hold, in one sentence above its entries. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Notice } from '../../../kit/define/page.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { onlineUnspent } from '../online/online-money.ts';
import '../tables.ts';

/** 备付 is told with the part diners may still claim back; purses never used are left out. */
export async function balanceNotice(ctx: Ctx): Promise<Notice | null> {
  const { unitType, unitId } = ctx.session;
  if (unitId === null) return null;
  const rows = await ctx.db.selectFrom('unit_wallet').select(['purse', 'balance_fen']).execute();
  const held = new Map(rows.map((row) => [row.purse, row.balance_fen]));
  if (held.size === 0) return { tone: 'info', text: '还没有资金往来。在线充值入账后，每小时记入备付。' };
  const yuan = (purse: string) => `${formatFenGrouped(held.get(purse) ?? 0)} 元`;
  const said = [`待结算 ${yuan('PENDING')}`, `可提现 ${yuan('AVAILABLE')}`, `冻结 ${yuan('FROZEN')}`];
  if (held.get('CLAIM')) said.push(`线下往来 ${yuan('CLAIM')}`);
  if (unitType !== 'ORGANIZATION') return { tone: 'info', text: `${said.join('，')}。` };
  const unspent = await onlineUnspent(sqlOf(ctx.db), unitId);
  const float = held.get('FLOAT') ?? 0;
  const backed = `备付 ${yuan('FLOAT')}：可原路退 ${formatFenGrouped(unspent)} 元，可划付 ${formatFenGrouped(Math.max(0, float - unspent))} 元`;
  return { tone: 'info', text: `${backed}。${said.join('，')}。` };
}
