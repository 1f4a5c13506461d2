/** 代理等级: what each grade of agent is given, set by the platform, read by agents. */
import { bool, money, percent, text } from '../../../../kit/define/field.ts';
import { all, page } from '../../../../kit/define/page.ts';

export default page({
  title: '代理等级',
  path: '/admin/agent/grade',
  menu: ['采购', '采购'],
  fields: {
    name: text('等级'),
    discount: percent('采购折扣'),
    commissionRatio: percent('佣金比例'),
    annualQuotaFen: money('年采购门槛'),
    boughtFen: money('本年采购', { help: '今年已付款的采购，减退货' }),
    gapFen: money('还差', { help: '到这一等级的年采购门槛' }),
    now: bool('当前等级'),
    rights: text('权益'),
  },
  list: { columns: all(), sort: '-annualQuotaFen' },
});
