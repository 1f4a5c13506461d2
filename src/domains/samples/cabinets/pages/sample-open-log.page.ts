/** 开柜记录: every opening of a cabinet, who, which way, how long. */
import { bool, choice, int, ref, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import { openWays } from '../open-ways.ts';

export default page({
  path: '/admin/organization/sample_open_log',
  title: '开柜记录',
  menu: ['食品安全', '食品留样'],
  order: 50,
  limited: ['DEPARTMENT'],
  fields: {
    openedAt: time('开门', { sortable: true }),
    closedAt: time('关门'),
    seconds: int('时长', { unit: '秒' }),
    deviceId: ref('留样柜', 'device'),
    personName: text('人员'),
    way: choice('方式', openWays),
    reason: text('原因', { columnWidth: 200 }),
    alarm: bool('开门超时', { words: [{ label: '超时', tone: 'danger' }, { label: '否' }] }),
    illegal: bool('非法开柜', { words: [{ label: '非法', tone: 'danger' }, { label: '否' }] }),
  },
  list: {
    important: ['openedAt', 'seconds', 'deviceId', 'personName', 'way', 'illegal'],
    search: [range('openedAt', 'last7Days'), 'deviceId', 'way', 'alarm', 'illegal', 'personName'],
  },
});
