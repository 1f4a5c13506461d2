/** Server side of 工号管理. A bound number follows its person: it changes there. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { jobNumberImport } from '../import-job-numbers.ts';
import spec from './organization-job-number.page.ts';

const crud = tableCrud(spec, {
  table: 'job_number',
  nameField: 'jobNumber',
  unique: { job_number_once: 'jobNumber' },
  check: (_ctx, values, before) =>
    before?.status === 'BOUND' && values.jobNumber !== undefined && values.jobNumber !== before.jobNumber
      ? refuse('BAD_STATE', { state: '已绑定', action: '修改工号，请在人员管理中更换' })
      : undefined,
});

export default bind(spec, {
  list: over(spec, 'job_number as j', {
    refs: ['departmentId as d'],
    columns: { departmentPath: null },
    names: { departmentId: departmentPath },
  }),
  create: crud.create,
  update: crud.update,
  actions: {
    void: setColumn('job_number', 'status', 'VOID', '作废', 'jobNumber'),
    restore: setColumn('job_number', 'status', 'FREE', '恢复', 'jobNumber'),
  },
  importRows: jobNumberImport,
});
