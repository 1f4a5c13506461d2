/** 单位红绿灯: unit by unit, whether a day may be closed as it was last looked at, and what stands in the way. */
import { choice, date, int, ref, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import checkConsume from './check_consume.page.ts';

const devices = '/admin/platform/check_consume';

export default page({
  of: checkConsume,
  path: 'light',
  title: '单位红绿灯',
  fields: {
    organizationId: ref('单位', 'organization'),
    day: date('日期', { sortable: true }),
    tone: choice('灯', [
      { value: 'RED', label: '红灯', tone: 'danger' },
      { value: 'AMBER', label: '有放弃的缺号', tone: 'warning' },
      { value: 'GREEN', label: '可以关账', tone: 'success' },
    ]),
    missingCount: int('缺号', { alarm: true }),
    said: text('原因', { columnWidth: 420 }),
    checkedAt: time('核对时间'),
  },
  list: {
    important: ['organizationId', 'day', 'tone', 'said'],
    search: [range('day', 'last7Days'), 'organizationId', 'tone'],
    totals: ['missingCount'],
    drills: {
      missingCount: {
        path: `${devices}/record`,
        search: (row) => ({ day: [row.day, row.day], organizationId: row.organizationId, kind: 'MISSING' }),
      },
    },
    row: [
      {
        key: 'devices',
        label: '看设备',
        open: `${devices}?day={day},{day}&organizationId={organizationId}&diffOnly=*`,
      },
    ],
  },
});
