/** 待处理脱机消费: records of all units that could not be posted; the unit decides, the platform sees whom to call. */
import { date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import checkConsume from './check_consume.page.ts';

export default page({
  of: checkConsume,
  path: 'suspense',
  title: '待处理脱机消费',
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    occurredAt: time('消费时间'),
    businessDate: date('营业日期', { hidden: true }),
    deviceName: text('设备', { columnWidth: 160 }),
    numbers: text('设备流水号', { columnWidth: 130 }),
    cardNo: text('卡号'),
    amountFen: money('记录金额', { help: '定值消费由平台计价，记录没有金额' }),
    reason: text('原因', { columnWidth: 240 }),
    attempts: int('已试', { unit: '次' }),
    receivedAt: time('上传时间', { sortable: true }),
  },
  list: {
    search: [range('businessDate'), 'organizationId', 'deviceName'],
    sort: '-receivedAt',
    totals: ['amountFen'],
    row: ['view'],
  },
});
