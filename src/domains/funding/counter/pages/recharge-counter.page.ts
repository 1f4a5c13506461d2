/** 收款台: one screen for a queue: card or number, amount, method, slip, next person, all by keyboard. */
import { page } from '../../../../kit/define/page.ts';
import { rechargeFields } from './recharge.page.ts';

export default page({
  path: '/admin/organization/recharge/counter',
  title: '收款台',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '充值存取'],
  order: 0,
  kind: 'custom',
  fields: { personId: rechargeFields.personId, channel: rechargeFields.channel },
});
