/** 通行规则: who may pass the doors of a district, when and in which direction. */
import {
  bool,
  choice,
  choices,
  date,
  hm,
  int,
  normalDisabled,
  ref,
  refs,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { doorDirections } from '../../districts/district-words.ts';
import district from '../../districts/pages/district.page.ts';
import { directions } from '../../passages/passage-words.ts';
import { dayKindsOfRules } from '../day-kinds.ts';

export default page({
  of: district,
  path: 'rule',
  title: '通行规则',
  // Names people of every department.
  limited: [],
  fields: {
    districtId: ref('区域', 'district', { required: true, createOnly: true, width: 300 }),
    name: text('名称', { required: true, max: 40, width: 300 }),
    effect: choice(
      '规则',
      [
        { value: 'ALLOW', label: '允许', tone: 'success' },
        { value: 'DENY', label: '禁止', tone: 'danger' },
      ],
      { required: true, initial: 'ALLOW', width: 150, help: '指名到人的先于按类别、部门的；同样情况下禁止先于允许' },
    ),
    direction: choice('方向', doorDirections, { required: true, initial: 'BOTH', width: 150 }),
    typeIds: refs('人员类别', 'person_type', { help: '类别、部门、人员都不选为全部人员', width: 500 }),
    departmentIds: refs('部门', 'department', { help: '含下级', width: 500 }),
    personIds: refs('人员', 'person', { width: 500, max: 500 }),
    exceptIds: refs('除外人员', 'person', { width: 500, max: 500 }),
    dayKinds: choices('日期类型', dayKindsOfRules, {
      none: '每天',
      help: '不选为每天；节假日以「节假日日历」为准',
      width: 300,
    }),
    fromDate: date('从', { width: 150 }),
    toDate: date('到', { width: 150 }),
    fromTime: hm('开始时间', { max: 1_439, width: 150, help: '不填为全天' }),
    toTime: hm('结束时间', { max: 1_439, width: 150, help: '不晚于开始时间的算到次日' }),
    sure: bool('确定保存', { help: '保存后谁都进不去，或上周放行过的人会被拒绝时，须勾选', initial: false }),
    doors: int('门', { unit: '扇' }),
    reached: int('已生效', { unit: '扇' }),
    reachedIds: refs('已生效的设备', 'device', { hidden: true }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    createdAt: time('设置时间', { sortable: true }),
  },
  list: {
    columns: except('sure', 'createdAt', 'reachedIds'),
    detail: except('sure'),
    search: ['districtId', keyword('名称', 'name'), 'effect', 'status'],
    row: ['edit', ...onOff('停用规则「{name}」？门在收到后不再按它判断'), 'remove'],
    tools: [
      'create',
      {
        key: 'tryOut',
        label: '谁能通过',
        form: {
          districtId: ref('区域', 'district', { required: true }),
          personId: ref('人员', 'person', { required: true }),
          direction: choice('方向', directions, { required: true, initial: 'IN' }),
          at: time('时间', { help: '不填为现在' }),
        },
        shows: 'receipt',
      },
    ],
    drills: {
      reached: {
        path: '/admin/organization/device_list/doc',
        search: (row) => ({ kind: ['DOOR'], deviceId: row.reachedIds }),
      },
    },
  },
  form: {
    sections: [
      { fields: ['districtId', 'name', 'effect', 'direction'] },
      { title: '谁', fields: ['typeIds', 'departmentIds', 'personIds', 'exceptIds'] },
      { title: '何时', fields: ['dayKinds', 'fromDate', 'toDate', 'fromTime', 'toTime', 'sure'] },
    ],
  },
});
