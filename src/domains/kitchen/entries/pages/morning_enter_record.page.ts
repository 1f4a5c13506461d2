/** 晨检进入记录: everybody who came into the kitchen, beside the check that let them; those without one first in the figures. */
import { bool, choice, decimal, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { entryStandings, posts } from '../../words.ts';

export default page({
  path: '/admin/organization/morning_enter_record',
  title: '晨检进入记录',
  menu: ['食品安全', '晨检'],
  order: 20,
  limited: ['DEPARTMENT'],
  fields: {
    at: time('进入时间', { sortable: true }),
    personId: ref('人员', 'person', { none: '不认识' }),
    post: choice('岗位', posts, { none: '非后厨人员' }),
    restaurantId: ref('餐厅', 'restaurant'),
    shift: text('班次', { none: '未排班' }),
    districtId: ref('区域', '/admin/organization/cook_user/district'),
    deviceId: ref('门', 'device'),
    standing: choice('晨检', entryStandings, { columnWidth: 90, help: '按进入那一刻：之后补检不改变' }),
    checkAt: time('晨检时间', { none: '—' }),
    temp: decimal('晨检体温', { unit: '℃', digits: 1, none: '—' }),
    late: bool('断网', { words: [{ label: '断网放行', tone: 'warning' }, { label: '—' }], columnWidth: 104 }),
  },
  list: {
    important: ['at', 'personId', 'districtId', 'standing', 'checkAt'],
    search: [
      keyword('姓名', 'personId'),
      range('at', 'last7Days'),
      'standing',
      'restaurantId',
      'districtId',
      'post',
      'late',
    ],
    row: ['view'],
    tools: [{ key: 'matrix', label: '晨检矩阵', open: '/admin/organization/morning_check' }],
    refreshSeconds: 15,
    notice: true,
  },
});
