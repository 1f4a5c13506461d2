/** 收款台: it works through 充值, whose rights it takes. */
import { bind } from '../../../../kit/server/page/binding.ts';
import counter from './recharge-counter.page.ts';

export default bind(counter, {});
