/** 消费纠错: the form shows the charge it is about. */
import { view } from '../../../../kit/console/view.ts';
import { TradeFacts } from '../../views/trade-facts.tsx';

export default view({ slots: { formSide: TradeFacts } });
