/** 存款明细 of a contractor: cash taken at counters and terminals of the units that open their diners' accounts to it. */
import { choice, date, int, money, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { depositStates } from '../../counter/pages/deposit.page.ts';
import { unitField, unitPerson } from '../unit-fields.ts';

export default page({
  title: '存款明细',
  places: [
    { path: '/admin/contractor/deposit_detail', menu: ['资金管理', '充值退款'] },
    { path: '/admin/contractor/report_form/device_deposit_detail', title: '设备存款明细', menu: ['报表中心', '明细'] },
  ],
  order: 30,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    depositNo: text('存款单号', { columnWidth: 200 }),
    at: time('时间', { sortable: true }),
    businessDate: date('营业日期', { hidden: true }),
    ...unitPerson,
    amountFen: money('金额'),
    deviceName: text('设备/柜台'),
    deviceId: int('设备编号', { hidden: true, help: '0 为柜台' }),
    siteName: text('部署点'),
    operatorName: text('操作员'),
    receiptNo: text('小票号', { columnWidth: 200 }),
    status: choice('状态', depositStates),
  },
  list: {
    columns: except('departmentName'),
    important: ['organizationId', 'depositNo', 'at', 'personName', 'amountFen', 'deviceName', 'operatorName', 'status'],
    subline: { personName: 'jobNumber' },
    search: [
      range('at', 'last7Days'),
      'operatorName',
      'deviceName',
      'status',
      keyword('姓名/工号/单号', 'personName', 'jobNumber', 'depositNo'),
      range('businessDate'),
      'deviceId',
    ],
    totals: ['amountFen'],
    row: ['view'],
  },
});
