/** 配送单: what is carried to where for a meal, handed over and signed for. */
import { page } from '../../../../kit/define/page.ts';
import orderFoodDetail from '../../orders/pages/order-food-detail.page.ts';

export default page({ of: orderFoodDetail, path: 'delivery', title: '配送单', kind: 'custom', fields: {} });
