/** Server side of 部门/班级管理. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind, type RowValues, type Values } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { countOrder } from '../../../../kit/server/query/count-order.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { movePeople } from '../../persons/move-people.ts';
import { departmentPath } from '../department-sql.ts';
import { departmentImport } from '../import-departments.ts';
import { aboveOf, checkMove, rehang } from '../place-department.ts';
import spec from './organization-department.page.ts';

type DepartmentValues = Values<typeof spec.fields>;

/** The three commands for a department that hangs below `above`. */
const crud = (above: readonly number[], moved: boolean) =>
  tableCrud(spec, {
    table: 'department',
    owner: (ctx) => ({ organization_id: ownOrganization(ctx), above }),
    unique: { department_name: 'name', department_code: 'code' },
    usedBy: [
      { table: 'person', column: 'department_id', what: '就餐人员' },
      { table: 'department', column: 'parent_id', what: '下级部门' },
      { table: 'job_number', column: 'department_id', what: '工号' },
    ],
    after: async (ctx, id, _values, before) => {
      if (moved && before) await rehang(ctx, ownOrganization(ctx), id, above);
      return undefined;
    },
  });

async function update(ctx: Ctx, id: number, values: DepartmentValues, before: RowValues) {
  const filled = {
    ...values,
    ...(values.sort === null ? { sort: 0 } : {}),
    ...(values.kind === null ? { kind: 'DEPT' as const } : {}),
  };
  if (values.parentId === undefined || values.parentId === before.parentId)
    return crud([], false).update(ctx, id, filled, before);
  const above = await aboveOf(ctx, values.parentId);
  if (isRefusal(above)) return above;
  const no = await checkMove(ctx, ownOrganization(ctx), id, above);
  if (no) return no;
  return crud(above, true).update(ctx, id, filled, before);
}

export default bind(spec, {
  list: over(spec, 'department as d', {
    columns: {
      parentPath: null,
      peopleCount: sql`(select count(*)::int from department b
          join person p on p.organization_id = b.organization_id and p.department_id = b.id and p.status <> 'CLOSED'
         where b.organization_id = d.organization_id and (b.id = d.id or b.above @> array[d.id]))`,
    },
  }),
  create: async (ctx, values) => {
    const above = await aboveOf(ctx, values.parentId);
    return isRefusal(above)
      ? above
      : crud(above, false).create(ctx, { ...values, sort: values.sort ?? 0, kind: values.kind ?? 'DEPT' });
  },
  update,
  remove: async (ctx, id, before) => {
    // Reports still group by it: the rollup of consumption names every department that ever ate.
    const eaten = await ctx.db
      .selectFrom('consumed_by_people')
      .select('department_id')
      .where('department_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    return eaten ? refuse('IN_USE', { what: '消费记录' }) : crud([], false).remove(ctx, id, before);
  },
  actions: {
    movePeople: async (ctx, { rows, values }) => {
      const [department] = rows;
      if (!department || rows.length > 1) return refuse('MALFORMED', { detail: '请选择一个部门' });
      const moved = await movePeople(ctx, values.personIds as number[], {
        id: department.id,
        name: String(department.name),
      });
      return isRefusal(moved) ? moved : null;
    },
  },
  importRows: departmentImport,
  options: async (ctx, { keyword, ids }) => {
    let query = ctx.db
      .selectFrom('department as d')
      .select(['d.id', 'd.name', 'd.parent_id as parentId', departmentPath.as('path')])
      .orderBy('d.sort')
      .orderBy(sql.raw(countOrder('d.name')))
      .orderBy('d.id')
      .limit(10_000);
    if (ids) query = query.where('d.id', 'in', ids.length > 0 ? ids : [0]);
    const rows = await query.execute();
    const found = rows.filter((r) => !keyword || r.path?.includes(keyword));
    const shown = new Set(found.map((r) => r.id));
    return found.map((r) => ({
      id: r.id,
      name: r.name,
      hint: r.path === r.name ? null : r.path,
      // A parent outside the data scope (or the search) is not among the choices: the branch starts here.
      parentId: r.parentId !== null && shown.has(r.parentId) ? r.parentId : null,
    }));
  },
});
