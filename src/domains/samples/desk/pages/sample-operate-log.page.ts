/** 留样操作记录: every step of every sample; nothing changes them, corrections are steps of their own. */
import { choice, image, int, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { sampleStatuses, stepActions } from '../sample-words.ts';

export default page({
  path: '/admin/organization/sample_operate_log',
  title: '留样操作记录',
  menu: ['食品安全', '食品留样'],
  order: 40,
  limited: 'common',
  fields: {
    at: time('时间', { sortable: true }),
    sampleNo: text('编号', { columnWidth: 150 }),
    dishName: text('品名', { columnWidth: 150 }),
    restaurantId: ref('餐厅', 'restaurant'),
    action: choice('动作', stepActions),
    byName: text('操作人'),
    witnessName: text('见证人'),
    grams: int('克数', { unit: '克' }),
    deviceId: ref('留样柜', 'device'),
    cell: text('格口', { columnWidth: 80 }),
    fromStatus: choice('原状态', sampleStatuses),
    toStatus: choice('状态', sampleStatuses),
    detail: text('说明', { columnWidth: 260 }),
    photo: image('照片'),
    toldAt: time('记录时间'),
    correctsId: int('更正的记录'),
    digest: text('交接单摘要'),
    sampleId: int('样品', { hidden: true }),
  },
  list: {
    columns: except('deviceId', 'fromStatus', 'photo', 'toldAt', 'correctsId', 'digest'),
    important: ['at', 'sampleNo', 'dishName', 'action', 'byName', 'toStatus'],
    search: [
      range('at', 'last7Days'),
      'action',
      'restaurantId',
      keyword('编号/品名', 'sampleNo', 'dishName'),
      'byName',
      'sampleNo',
    ],
    drills: {
      sampleNo: {
        path: '/admin/organization/sample_management',
        search: (row) => ({ keyword: row.sampleNo, diningDate: null }),
      },
    },
  },
});
