/** Server side of 人员下发. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { departmentItself, departmentPath, departmentWithin } from '../department-sql.ts';
import { deviceLists, missingCards } from '../device-lists.ts';
import { executorOf } from '../executor.ts';
import { personOr } from '../person-search.ts';
import { closeErased, supersedeOlder } from '../push-delivery.ts';
import { pushPeople } from '../push-people.ts';
import { pushTransitions } from '../push-states.ts';
import spec from './user-push.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('device_push as q')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'q.organization_id').onRef('p.id', '=', 'q.target_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    columns: {
      personId: 'q.target_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      ownDepartmentId: 'p.department_id',
      deviceId: 'q.device_id',
      targetType: 'q.target_type',
      action: 'q.action',
      targetVersion: 'q.target_version',
      status: 'q.status',
      retry: 'q.retry',
      errorMsg: 'q.error_msg',
      errorCode: 'q.error_code',
      batchNo: 'q.batch_no',
      createdAt: 'q.created_at',
      createdName: 'q.created_name',
      sentAt: 'q.sent_at',
      doneAt: 'q.done_at',
    },
    names: {
      personId: 'p.name',
      departmentId: departmentPath,
      ownDepartmentId: 'd.name',
      deviceId: sql`(select v.name from device v where v.id = q.device_id)`,
    },
    where: {
      departmentId: (value) => departmentWithin('p.organization_id', 'p.department_id', value),
      ownDepartmentId: (value) => departmentItself('p.department_id', value),
      keyword: (value) => sql`(${personOr()(value)} or q.batch_no = ${String(value).trim()})`,
    },
    id: 'q.id',
  },
  actions: {
    push: pushPeople(false),
    erase: pushPeople(true),
    retry: async (ctx, { ids, rows }) => {
      const { from, to, label } = pushTransitions.retry;
      const done = await ctx.db
        .updateTable('device_push')
        .set((eb) => ({
          status: to,
          retry: eb('retry', '+', 1),
          created_at: isoAt(ctx.clock.now()),
          sent_at: null,
          done_at: null,
          error_code: null,
          error_msg: null,
        }))
        .where('id', 'in', ids)
        .where('status', 'in', from)
        .executeTakeFirst();
      if (done.numUpdatedRows !== BigInt(ids.length)) return refuse('STALE');
      for (const row of rows)
        await ctx.audit({ action: label, targetId: row.id, targetName: `${row.personName} → ${row.deviceName}` });
      return null;
    },
    cleared: async (ctx, { ids, rows, values }) => {
      const { from, to, label } = pushTransitions.cleared;
      const at = isoAt(ctx.clock.now());
      const reason = String(values.reason);
      const done = await ctx.db
        .updateTable('device_push')
        .set({ status: to, done_at: at, error_code: 'CONFIRMED', error_msg: `${ctx.session.name}确认：${reason}` })
        .where('id', 'in', ids)
        .where('action', '=', 'DELETE')
        .where('status', 'in', from)
        .executeTakeFirst();
      if (done.numUpdatedRows !== BigInt(ids.length)) return refuse('STALE');
      await supersedeOlder(executorOf(ctx.db), ownOrganization(ctx), ids);
      const people = rows.map((row) => row.personId as number);
      await closeErased(executorOf(ctx.db), ownOrganization(ctx), people, ctx.clock.now());
      for (const row of rows)
        await ctx.audit({
          action: label,
          targetId: row.id,
          targetName: `${row.personName} → ${row.deviceName}`,
          changes: [{ key: 'reason', label: '说明', before: null, after: reason }],
        });
      return null;
    },
  },
  verbs: {
    devices: (ctx) => deviceLists(ctx),
    missing: async (ctx, { deviceId }) =>
      typeof deviceId === 'number' && Number.isSafeInteger(deviceId)
        ? missingCards(ctx, deviceId)
        : refuse('MALFORMED', { detail: '缺少设备' }),
  },
});
