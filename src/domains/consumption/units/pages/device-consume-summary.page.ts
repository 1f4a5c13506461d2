/** 设备消费汇总 of the platform: what was taken at each terminal of each unit. */
import { date, int, money, ref, text } from '../../../../kit/define/field.ts';
import { against, sum } from '../../../../kit/define/identity.ts';
import { all, page, range } from '../../../../kit/define/page.ts';
import { drillByKind } from '../../trades/drill.ts';
import { netByPeople } from '../unit-figures.ts';

export default page({
  path: '/admin/platform/device_consume_summary',
  title: '设备消费汇总',
  menu: ['设备', '设备管理'],
  order: 60,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    deviceName: text('设备', { columnWidth: 170 }),
    sn: text('序列号', { columnWidth: 160 }),
    typeId: ref('设备类型', 'device_type'),
    siteName: text('部署点'),
    businessDate: date('期间', { hidden: true }),
    consumeCount: int('笔数', { unit: '笔' }),
    offlineCount: int('脱机笔数', { unit: '笔' }),
    amountFen: money('金额'),
    reversedFen: money('纠错'),
    supplementFen: money('补扣'),
    netFen: money('净额'),
  },
  list: {
    search: [range('businessDate', 'last7Days'), 'organizationId', 'typeId'],
    important: ['organizationId', 'deviceName', 'sn', 'consumeCount', 'amountFen', 'reversedFen', 'netFen'],
    totals: all(),
  },
  report: {
    identities: [sum('netFen', ['amountFen', '-reversedFen', 'supplementFen']), against('netFen', netByPeople)],
    drill: drillByKind(
      (row, search) => ({ businessDate: search.businessDate, deviceId: row.deviceId }),
      '/admin/platform/consume',
    ),
  },
});
