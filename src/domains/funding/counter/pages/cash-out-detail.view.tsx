/** 取款: the form shows whom the money is given to and what is free. */
import { view } from '../../../../kit/console/view.ts';
import { PersonCard } from '../../person-card.tsx';

export default view({ slots: { formSide: PersonCard } });
