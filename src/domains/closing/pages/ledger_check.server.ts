/** 账目核对: its state, and the order to check now. */
import { bind } from '../../../kit/server/page/binding.ts';
import { askForCheck } from '../ledger-check.ts';
import { ledgerCheckState } from '../ledger-check-state.ts';
import spec from './ledger_check.page.ts';

export default bind(spec, {
  verbs: { state: (ctx) => ledgerCheckState(ctx), check: (ctx) => askForCheck(ctx) },
  outsideTransaction: ['check'],
});
