/** 现金存款: the form shows whom the money is for. */
import { view } from '../../../../kit/console/view.ts';
import { PersonCard } from '../../person-card.tsx';

export default view({ slots: { formSide: PersonCard } });
