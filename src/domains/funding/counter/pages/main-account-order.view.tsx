/** 主账户订单: the list also takes a channel's bill. */
import { view } from '../../../../kit/console/view.ts';
import { BillCheck } from '../../bill/bill-check.tsx';

export default view({ slots: { toolbar: BillCheck } });
