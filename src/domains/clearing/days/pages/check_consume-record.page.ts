/** 差异记录: behind the number of differing records of a terminal's day, each of them. */
import { choice, date, int, money, ref, text } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import checkConsume from './check_consume.page.ts';

export default page({
  of: checkConsume,
  path: 'record',
  title: '差异记录',
  fields: {
    organizationId: ref('单位', 'organization'),
    day: date('日期'),
    deviceId: int('设备编号', { hidden: true }),
    deviceName: text('设备', { columnWidth: 160 }),
    kind: choice('种类', [
      { value: 'MISSING', label: '缺号', tone: 'danger' },
      { value: 'WAITING', label: '未上传', tone: 'warning' },
      { value: 'UNNUMBERED', label: '合计不符', tone: 'danger' },
      { value: 'CHANNEL', label: '渠道不符', tone: 'danger' },
    ]),
    numbers: text('设备流水号', { columnWidth: 170 }),
    recordCount: int('笔数'),
    amountFen: money('金额', { help: '缺号与未上传的，平台不知道金额' }),
    reason: text('原因', { columnWidth: 240 }),
  },
  list: {
    search: [range('day', 'last7Days'), 'organizationId', 'deviceName', 'kind', 'deviceId'],
    totals: ['recordCount', 'amountFen'],
    notice: true,
  },
  report: {},
});
