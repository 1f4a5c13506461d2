/** 催缴记录: who was called about the fee, and what was promised. */
import { choice, date, int, longText, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import fees, { callWays } from './annual_fee_record.page.ts';

export default page({
  of: fees,
  by: 'orderId',
  path: 'call',
  title: '催缴记录',
  fields: {
    orderId: int('年费编号', { hidden: true }),
    createdAt: time('时间', { sortable: true }),
    way: choice('方式', callWays),
    words: longText('沟通内容'),
    promisedOn: date('承诺付款日'),
    makerName: text('经办人'),
  },
  list: {},
});
