/** 后厨进出记录: who went through which door of the kitchen, what the door did, and what the rules of that moment say of it. */
import { bool, choice, decimal, image, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { directions, identifies, verdicts } from '../../../gate/public.ts';
import { entryResults, entryStandings, posts } from '../../words.ts';

export default page({
  path: '/admin/organization/cook_user/enter_record',
  aliases: ['/admin/organization/cook_user_enter_record'],
  title: '后厨进出记录',
  menu: ['食品安全', '后厨人员'],
  order: 30,
  limited: ['DEPARTMENT'],
  fields: {
    at: time('时间', { sortable: true }),
    personId: ref('人员', 'person', { none: '不认识' }),
    post: choice('岗位', posts, { none: '非后厨人员' }),
    restaurantId: ref('餐厅', 'restaurant'),
    districtId: ref('区域', '/admin/organization/cook_user/district'),
    deviceId: ref('门', 'device'),
    direction: choice('方向', directions, { columnWidth: 64 }),
    identify: choice('方式', identifies, { columnWidth: 80 }),
    verdict: choice('门的判断', verdicts, { columnWidth: 90 }),
    result: choice('平台判断', entryResults, { columnWidth: 100 }),
    why: text('依据', { columnWidth: 190, none: '—' }),
    standing: choice('晨检', entryStandings, { columnWidth: 80, none: '—' }),
    temp: decimal('体温', { unit: '℃', digits: 1 }),
    late: bool('断网', { words: [{ label: '断网补传', tone: 'warning' }, { label: '—' }], columnWidth: 104 }),
    differs: bool('不一致', { words: [{ label: '不一致', tone: 'danger' }, { label: '—' }], columnWidth: 80 }),
    picture: image('照片', { columnWidth: 64 }),
    cardNo: text('卡号'),
    receivedAt: time('到达平台'),
  },
  list: {
    columns: except('cardNo', 'receivedAt', 'identify', 'temp', 'restaurantId'),
    important: ['at', 'personId', 'districtId', 'direction', 'verdict', 'result', 'standing'],
    search: [
      keyword('姓名/卡号', 'personId', 'cardNo'),
      range('at', 'last7Days'),
      'result',
      'districtId',
      'restaurantId',
      'deviceId',
      'direction',
      'verdict',
      'standing',
      'late',
      'differs',
    ],
    row: ['view'],
    refreshSeconds: 15,
  },
});
