/** 排班: who works which shift, from when to when, on which kinds of days. */
import { choice, choices, date, int, normalDisabled, ref, refs, text } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { weekdays } from '../../../../kit/define/weekdays.ts';
import { dayKindsOfRules } from '../../rules/day-kinds.ts';
import attendance from './access-control-attendance.page.ts';

export default page({
  of: attendance,
  path: 'plan',
  title: '排班',
  // Names people of every department.
  limited: [],
  fields: {
    name: text('名称', { required: true, max: 40, width: 200 }),
    shiftId: ref('班次', 'shift', { required: true, width: 200 }),
    typeIds: refs('人员类别', 'person_type', { width: 500 }),
    departmentIds: refs('部门', 'department', {
      help: '含下级；指名到人的先于按类别、部门的，后排的先于先排的',
      width: 500,
    }),
    personIds: refs('人员', 'person', { width: 500, max: 500 }),
    exceptIds: refs('除外人员', 'person', { width: 500, max: 500 }),
    dayKinds: choices('上班的日期', dayKindsOfRules, {
      none: '每天',
      help: '不选为每天；节假日以「节假日日历」为准',
      width: 300,
    }),
    weekdays: choices('星期', weekdays, { none: '每天', help: '不选为每天', width: 300 }),
    cycleDays: int('轮班周期', {
      unit: '天',
      min: 2,
      max: 60,
      width: 150,
      help: '不填为不轮班；从「从」那天起算，如上二休二填 4 与 2；另一组错开的，另建一个排班',
    }),
    cycleWork: int('其中上班', { unit: '天', min: 1, max: 59, width: 150 }),
    fromDate: date('从', { required: true, width: 150, starts: 'today' }),
    toDate: date('到', { width: 150, help: '不填为一直' }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: except('typeIds', 'exceptIds', 'cycleWork'),
    search: [keyword('名称', 'name'), 'shiftId', 'status'],
    sort: 'name',
    row: ['edit', ...onOff('停用排班「{name}」？近一个月的考勤会重新计算'), 'remove'],
    tools: ['create'],
  },
  form: {
    sections: [
      { fields: ['name', 'shiftId'] },
      { title: '谁', fields: ['typeIds', 'departmentIds', 'personIds', 'exceptIds'] },
      { title: '何时', fields: ['dayKinds', 'weekdays', 'cycleDays', 'cycleWork', 'fromDate', 'toDate', 'status'] },
    ],
  },
});
