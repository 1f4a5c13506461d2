import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { applyOutcome, applyWithdrawal, withdrawableFen } from '../apply.ts';
import { withdrawalColumns, withdrawalNames } from '../list.ts';
import { moneyOutcome, withdrawalMoves } from '../withdrawal-moves.ts';
import spec from './withdrawal.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_withdrawal as w', {
    version: true,
    maker: 'w.maker_id',
    columns: withdrawalColumns,
    names: withdrawalNames,
  }),
  notice: async (ctx) => ({ tone: 'info', text: `现在可提现 ${formatFenGrouped(await withdrawableFen(ctx))} 元。` }),
  create: (ctx, values) => applyWithdrawal(ctx, values),
  outcomes: { create: applyOutcome, cancel: moneyOutcome('back') },
  actions: { cancel: withdrawalMoves.cancel },
});
