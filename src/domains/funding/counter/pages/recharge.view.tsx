/** 充值: the form shows whom the money is for; the list also makes codes to be paid online. */
import { view } from '../../../../kit/console/view.ts';
import { PayCode } from '../../pay/pay-code.tsx';
import { PersonCard } from '../../person-card.tsx';

export const recharge = view({ slots: { formSide: PersonCard, toolbar: PayCode } });
