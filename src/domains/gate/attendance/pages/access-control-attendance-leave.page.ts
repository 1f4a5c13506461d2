/** 请假补签: asked for by one, decided by another; the days are counted again at once. */
import { choice, date, of, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { halves, requestKinds } from '../attendance-words.ts';
import { requestFlow, requestStatuses } from '../request-flow.ts';
import attendance from './access-control-attendance.page.ts';

const punch = (values: Readonly<Record<string, unknown>>) => values.kind === 'PUNCH_IN' || values.kind === 'PUNCH_OUT';

export default page({
  of: attendance,
  path: 'leave',
  title: '请假补签',
  limited: ['DEPARTMENT'],
  fields: {
    personId: ref('姓名', 'person', { required: true, width: 300 }),
    ...of('personId', { jobNumber: text('工号') }),
    kind: choice('类型', requestKinds, { required: true, initial: 'PERSONAL', width: 500 }),
    fromDate: date('开始日期', { width: 150, starts: 'today', when: (values) => !punch(values), sortable: false }),
    toDate: date('结束日期', { width: 150, help: '不填为一天', when: (values) => !punch(values) }),
    half: choice('时段', halves, { initial: 'ALL', width: 300, when: (values) => !punch(values) }),
    punchAt: time('补签时间', { width: 200, when: punch }),
    reason: text('事由', { required: true, max: 100, width: 400 }),
    status: choice('状态', requestStatuses),
    makerName: text('申请人'),
    createdAt: time('申请时间', { sortable: true }),
    checkerName: text('审批人'),
    checkNote: text('审批说明'),
  },
  list: {
    columns: except('checkNote'),
    subline: { personId: 'jobNumber', makerName: 'createdAt' },
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'kind', 'status', range('fromDate')],
    row: ['view', ...requestFlow.buttons],
    tools: ['create'],
    createLabel: '申请',
  },
  import: {
    fields: ['jobNumber', 'kind', 'fromDate', 'toDate', 'half', 'reason'],
    help: '按工号/学号申请请假，导入后仍须审批；这几天已有请假的不再申请，补签不能导入',
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['personId', 'kind', 'fromDate', 'toDate', 'half', 'punchAt', 'reason'] }],
  },
});
