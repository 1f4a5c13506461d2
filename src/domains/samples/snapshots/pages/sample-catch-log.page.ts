/** 留样抓拍记录: what cabinets and their cameras photographed, by what went on. */
import { choice, date, image, int, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { snapshotEvents } from '../snapshot-words.ts';

export default page({
  path: '/admin/organization/sample_catch_log',
  title: '留样抓拍记录',
  menu: ['食品安全', '食品留样'],
  order: 60,
  limited: ['DEPARTMENT'],
  fields: {
    picture: image('照片', { columnWidth: 72 }),
    at: time('时间', { sortable: true }),
    deviceId: ref('设备', 'device', { columnWidth: 150 }),
    event: choice('事件', snapshotEvents, { columnWidth: 90 }),
    personId: ref('人员', 'person', { none: '—' }),
    sampleNo: text('样品', { none: '—' }),
    dish: text('品名', { none: '—' }),
    eventNo: int('事件流水号'),
    keepUntil: date('保存至'),
  },
  list: {
    columns: ['picture', 'at', 'deviceId', 'event', 'personId', 'sampleNo', 'dish', 'keepUntil'],
    important: ['at', 'deviceId', 'event', 'personId', 'picture'],
    search: [keyword('样品/品名', 'sampleNo', 'dish'), range('at', 'last7Days'), 'event', 'deviceId', 'personId'],
    row: ['view'],
    drills: {
      sampleNo: { path: '/admin/organization/sample_management', search: (row) => ({ keyword: row.sampleNo }) },
    },
  },
});
