/** 计次充值: the form shows whom the meals are for. */
import { view } from '../../../../kit/console/view.ts';
import { PersonCard } from '../../person-card.tsx';

export default view({ slots: { formSide: PersonCard } });
