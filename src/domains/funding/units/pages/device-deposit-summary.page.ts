/** 设备存款汇总 of a contractor: cash taken per counter or terminal and day, and what was taken back of it. */
import { date, int, money, text } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, type Drill, page, range } from '../../../../kit/define/page.ts';
import { unitField } from '../unit-fields.ts';

const taken: Drill['search'] = (row) => ({
  at: null,
  businessDate: [row.businessDate, row.businessDate],
  deviceId: row.deviceId,
});
const of = (status: 'OK' | 'REVERSED'): Drill => ({
  path: '/admin/contractor/deposit_detail',
  search: (row, search) => ({ ...taken(row, search), status }),
});

export default page({
  path: '/admin/contractor/report_form/device_deposit_summary',
  title: '设备存款汇总',
  menu: ['报表中心', '明细'],
  order: 31,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    deviceName: text('设备', { columnWidth: 170 }),
    siteName: text('部署点'),
    businessDate: date('日期'),
    count: int('笔数', { unit: '笔' }),
    amountFen: money('金额'),
    reversedCount: int('冲正笔数', { unit: '笔' }),
    reversedFen: money('冲正金额', { help: '账上已退回的；按存款那天列出' }),
    netFen: money('净额', { help: '仍有效的存款单' }),
  },
  list: { search: [range('businessDate', 'last7Days'), 'organizationId', 'deviceName'], totals: all() },
  report: {
    identities: [eq('netFen', ['amountFen', '-reversedFen'])],
    drill: {
      path: '/admin/contractor/deposit_detail',
      search: taken,
      columns: { reversedCount: of('REVERSED'), reversedFen: of('REVERSED'), netFen: of('OK') },
    },
  },
});
