/** 充值明细 of a contractor: recharges that arrived, in the units that open their diners' accounts to it. */
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { askChannelButton, unitRechargeFields } from './recharge-records.page.ts';

export default page({
  title: '充值明细',
  places: [
    { path: '/admin/contractor/recharge_detail', menu: ['资金管理', '充值退款'] },
    { path: '/admin/contractor/report_form/recharge_detail', title: '充值明细报表', menu: ['报表中心', '明细'] },
  ],
  order: 20,
  wide: ['organizationId'],
  fields: unitRechargeFields,
  list: {
    columns: except('remark'),
    important: ['organizationId', 'orderNo', 'createdAt', 'personName', 'amountFen', 'channel', 'status'],
    subline: { personName: 'jobNumber' },
    search: [
      range('createdAt', 'last7Days'),
      'channel',
      'operatorName',
      'status',
      'departmentName',
      keyword('姓名/工号/单号', 'personName', 'jobNumber', 'orderNo'),
      range('businessDate'),
      'personId',
    ],
    totals: all(),
    row: [askChannelButton, 'view'],
  },
});
