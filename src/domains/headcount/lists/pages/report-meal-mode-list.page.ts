/** 免扣与停报: who is never charged for a missed meal, and who may not report for a time. */
import { choice, date, longText, of, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { listKinds } from '../list-words.ts';

const kind = choice('名单', listKinds, { required: true, initial: 'BLACK' });

export default page({
  path: '/admin/organization/report_meal_mode/list',
  title: '免扣与停报',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐设置'],
  order: 12,
  fields: {
    personId: ref('姓名', 'person'),
    ...of('personId', { jobNumber: text('工号/学号') }),
    departmentId: ref('部门', 'department'),
    kind,
    fromDate: date('开始日期', { sortable: true }),
    toDate: date('结束日期', { none: '长期' }),
    reason: text('原因', { max: 60, width: 400 }),
    state: choice('当前', [
      { value: 'NOW', label: '有效', tone: 'success' },
      { value: 'COMING', label: '未开始', tone: 'info' },
      { value: 'OVER', label: '已结束', tone: 'neutral' },
      { value: 'REVOKED', label: '已解除', tone: 'neutral' },
    ]),
    madeName: text('登记人'),
    madeAt: time('登记时间'),
    endedName: text('解除人'),
    endedReason: text('解除原因'),
  },
  list: {
    subline: { personId: 'jobNumber', madeName: 'madeAt', endedName: 'endedReason' },
    search: [
      keyword('姓名/工号', 'personId', 'jobNumber'),
      'departmentId',
      'kind',
      'state',
      range('fromDate'),
      'personId',
    ],
    row: [
      {
        key: 'end',
        label: '解除',
        form: { reason: longText('解除原因', { required: true, max: 60 }) },
        confirm: '解除 {personName} 的{kind}？从今天起不再适用，以前的照旧。',
        when: (r) => r.state === 'NOW' || r.state === 'COMING',
        done: '已解除',
      },
    ],
    tools: [
      {
        key: 'add',
        label: '加入名单',
        tone: 'primary',
        form: {
          kind,
          departmentIds: refs('部门', 'department', { help: '含下级部门；部门、人员至少选一项' }),
          personIds: refs('人员', 'person', { help: '另外加入的人员' }),
          fromDate: date('开始日期', { required: true, starts: 'today' }),
          toDate: date('结束日期', { help: '不填表示长期' }),
          reason: longText('原因', {
            required: true,
            max: 60,
            help: '免扣：开始后的餐次未就餐也不扣费；停报：这些日子不能报餐，仍可到餐厅就餐',
          }),
        },
        shows: 'receipt',
      },
    ],
  },
});
