import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { unitName } from '../../banks/unit-name.ts';
import '../../tables.ts';
import { withdrawalColumns, withdrawalNames } from '../../withdrawals/list.ts';
import { lookAt } from '../../withdrawals/look-at.ts';
import { moneyOutcome, withdrawalMoves } from '../../withdrawals/withdrawal-moves.ts';
import { makePayout, payoutOutcome } from '../make-payout.ts';
import spec from './transfer_accounts.page.ts';

const { check, approve, reject, paid, fail, bounce } = withdrawalMoves;

export default bind(spec, {
  list: over(spec, 'unit_withdrawal as w', {
    version: true,
    maker: 'w.maker_id',
    columns: { ...withdrawalColumns, unitName: unitName('w') },
    names: withdrawalNames,
  }),
  notice: async (ctx) => {
    const counts = await ctx.db
      .selectFrom('unit_withdrawal')
      .select(['status', sql<number>`count(*)::int`.as('n'), sql<number>`sum(amount_fen)::bigint`.as('fen')])
      .where('status', 'in', ['APPLIED', 'AUDITING', 'APPROVED', 'PAYING'])
      .groupBy('status')
      .execute();
    const said = [
      ['APPLIED', '待初审'],
      ['AUDITING', '待复核'],
      ['APPROVED', '待打款'],
      ['PAYING', '打款中'],
    ].flatMap(([status, label]) => {
      const found = counts.find((one) => one.status === status);
      return found ? [`${label} ${found.n} 笔 ${formatFenGrouped(found.fen)} 元`] : [];
    });
    return said.length === 0 ? null : { tone: 'info', text: `${said.join('，')}。` };
  },
  outcomes: {
    check: lookAt,
    approve: lookAt,
    payout: payoutOutcome,
    reject: moneyOutcome('back'),
    paid: moneyOutcome('out'),
    fail: moneyOutcome('back'),
    bounce: moneyOutcome('bounced'),
  },
  actions: { check, approve, reject, paid, fail, bounce, payout: makePayout },
});
