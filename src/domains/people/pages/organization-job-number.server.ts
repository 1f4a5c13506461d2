/** Server side of 工号管理. A bound number follows its person: it changes there. */
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { departmentPath, departmentWithin } from '../department-sql.ts';
import { jobNumberImport } from '../import-job-numbers.ts';
import spec from './organization-job-number.page.ts';

const crud = tableCrud(spec, {
  table: 'job_number',
  nameField: 'jobNumber',
  owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
  unique: { job_number_once: 'jobNumber' },
  check: (_ctx, values, before) =>
    before?.status === 'BOUND' && values.jobNumber !== undefined && values.jobNumber !== before.jobNumber
      ? refuse('BAD_STATE', { state: '已绑定', action: '修改工号，请在人员管理中更换' })
      : undefined,
});

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('job_number as j')
        .leftJoin('department as d', (join) =>
          join.onRef('d.organization_id', '=', 'j.organization_id').onRef('d.id', '=', 'j.department_id'),
        )
        .leftJoin('person as p', (join) =>
          join.onRef('p.organization_id', '=', 'j.organization_id').onRef('p.id', '=', 'j.person_id'),
        ),
    columns: {
      jobNumber: 'j.job_number',
      name: 'j.name',
      departmentId: 'j.department_id',
      departmentPath: null,
      personId: 'j.person_id',
      status: 'j.status',
    },
    names: { departmentId: departmentPath, personId: 'p.name' },
    where: { departmentId: (value) => departmentWithin('j.organization_id', 'j.department_id', value) },
    id: 'j.id',
    version: 'j.version',
  },
  create: crud.create,
  update: crud.update,
  actions: {
    void: setColumn('job_number', 'status', 'VOID', '作废', 'jobNumber'),
    restore: setColumn('job_number', 'status', 'FREE', '恢复', 'jobNumber'),
  },
  importRows: jobNumberImport,
});
