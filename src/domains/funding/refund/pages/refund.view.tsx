/** 退款: the form shows where the money goes. */
import { view } from '../../../../kit/console/view.ts';
import { RefundSide } from '../refund-side.tsx';

export const refund = view({ slots: { formSide: RefundSide } });
