/** 分账明细: what the sub-account had of which contract day. */
import { date, int, money, percent, ref, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import account from './contractor_sub_account.page.ts';

export default page({
  of: account,
  by: 'subAccountId',
  path: 'split',
  title: '分账明细',
  fields: {
    subAccountId: int('子账户编号', { hidden: true }),
    businessDate: date('营业日', { sortable: true }),
    organizationId: ref('单位', 'organization'),
    ratio: percent('比例'),
    amountFen: money('金额', { help: '负数为补传、纠错后的调整' }),
    at: time('入账时间'),
  },
  list: { search: [range('businessDate'), 'organizationId'], sort: '-businessDate', totals: ['amountFen'] },
});
