/** 工号管理: the job or student numbers that exist, against which registrations and imports are checked. */
import { choice, ref, text } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/job_number',
  title: '工号管理',
  limited: ['DEPARTMENT'],
  menu: ['人员卡务', '人员档案'],
  order: 4,
  fields: {
    jobNumber: text('工号', {
      required: true,
      max: 32,
      sortable: true,
      pattern: { source: '^\\S+$', message: '不能含有空格' },
      aliases: ['学号', '工号/学号', '职工号'],
    }),
    name: text('姓名', { max: 50 }),
    departmentId: ref('部门', 'department'),
    // Only imports know it: the department as it is written in a file.
    departmentPath: text('部门', { max: 200, aliases: ['部门名称', '班级'] }),
    personId: ref('绑定人员', 'person'),
    status: choice('状态', [
      { value: 'FREE', label: '未绑定', tone: 'info' },
      { value: 'BOUND', label: '已绑定', tone: 'success' },
      { value: 'VOID', label: '已作废', tone: 'neutral' },
    ]),
  },
  list: {
    columns: except('departmentPath'),
    search: [keyword('工号/姓名', 'jobNumber', 'name'), 'departmentId', 'status'],
    row: [
      'edit',
      {
        key: 'void',
        label: '作废',
        tone: 'danger',
        batch: true,
        confirm: '确定作废工号 {jobNumber}？作废后不能用于登记。',
        when: (row) => row.status === 'FREE',
        whyNot: (row) => (row.status === 'BOUND' ? '已绑定人员，请先为其更换工号或销户' : undefined),
      },
      { key: 'restore', label: '恢复', tone: 'success', batch: true, when: (row) => row.status === 'VOID' },
    ],
    tools: ['create'],
  },
  form: { sections: [{ fields: ['jobNumber', 'name', 'departmentId'] }] },
  import: {
    fields: ['jobNumber', 'name', 'departmentPath'],
    unique: ['jobNumber'],
    help: '部门可填名称或“一级/二级”路径，不存在时自动建立',
  },
});
