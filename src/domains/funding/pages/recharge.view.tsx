/** 充值: the form shows whom the money is for. */
import { view } from '../../../kit/console/view.ts';
import { PersonCard } from '../person-card.tsx';

export const recharge = view({ slots: { formSide: PersonCard } });
