/** 账目核对: its state, and the order to check now. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { askForCheck } from '../ledger-check.ts';
import { ledgerCheckState } from '../ledger-check-state.ts';
import spec from './ledger-check.page.ts';

export default bind(spec, {
  bodies: { state: nothing, check: nothing },
  verbs: { state: (ctx) => ledgerCheckState(ctx), check: (ctx) => askForCheck(ctx) },
  outsideTransaction: ['check'],
  reads: ['state'],
});
