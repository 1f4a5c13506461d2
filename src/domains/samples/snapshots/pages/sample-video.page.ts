/** 留样视频: clips of what went on at the cabinets; kept a month unless somebody keeps one longer. */
import { choice, date, file, int, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { snapshotEvents } from '../snapshot-words.ts';

export default page({
  path: '/admin/organization/sample_video',
  title: '留样视频',
  menu: ['食品安全', '食品留样'],
  order: 70,
  limited: ['DEPARTMENT'],
  fields: {
    at: time('时间', { sortable: true }),
    deviceId: ref('设备', 'device', { columnWidth: 150 }),
    event: choice('事件', snapshotEvents, { columnWidth: 90 }),
    clip: file('视频', { columnWidth: 80, none: '已过期' }),
    personId: ref('人员', 'person', { none: '—' }),
    sampleNo: text('样品', { none: '—' }),
    dish: text('品名', { none: '—' }),
    size: int('大小', { unit: 'KB', columnWidth: 100 }),
    keepUntil: date('保存至', { sortable: true }),
    kept: text('延长保存', { none: '—', columnWidth: 180 }),
  },
  list: {
    important: ['at', 'deviceId', 'event', 'clip', 'sampleNo'],
    search: [keyword('样品/品名', 'sampleNo', 'dish'), range('at', 'last7Days'), 'event', 'deviceId', 'personId'],
    row: [
      {
        key: 'keep',
        label: '延长保存',
        form: {
          keepUntil: date('保存至', { required: true, help: '最长两年' }),
          reason: longText('原因', { required: true, max: 100 }),
        },
        when: (row) => row.clip !== null && row.clip !== '',
        done: '已延长',
      },
      'view',
    ],
    drills: {
      sampleNo: { path: '/admin/organization/sample_management', search: (row) => ({ keyword: row.sampleNo }) },
    },
  },
});
