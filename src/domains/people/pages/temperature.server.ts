/** Server side of 体温记录. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { acting } from '../acting.ts';
import { departmentPath, departmentWithin } from '../department-sql.ts';
import { executorOf } from '../executor.ts';
import { temperatureImport } from '../import-temperatures.ts';
import { peopleSettingOf, savePeopleSetting } from '../people-setting.ts';
import { personOr } from '../person-search.ts';
import { recordTemperatures } from '../record-temperature.ts';
import spec from './temperature.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('temperature_record as t')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    columns: {
      personId: 't.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      at: 't.at',
      temperature: sql`t.temperature::text`,
      abnormal: sql`case when t.abnormal then 'ABNORMAL' else 'NORMAL' end`,
      handled: sql`case when not t.abnormal then 'NONE' when t.handle is null then 'OPEN' else 'DONE' end`,
      handle: 't.handle',
      handledName: 't.handled_name',
      handledAt: 't.handled_at',
      source: 't.source',
      deviceId: 't.device_id',
    },
    names: {
      personId: 'p.name',
      departmentId: departmentPath,
      deviceId: sql`(select v.name from device v where v.id = t.device_id and v.organization_id = t.organization_id)`,
    },
    where: {
      departmentId: (value) => departmentWithin('p.organization_id', 'p.department_id', value),
      keyword: personOr(),
    },
    id: 't.id',
    version: 't.version',
  },
  create: async (ctx, values) => {
    const organizationId = ownOrganization(ctx);
    if (Date.parse(values.at!) > ctx.clock.now()) return refuseField('at', '测量时间不能晚于现在');
    const { feverFrom } = await peopleSettingOf(ctx.db, organizationId);
    const written = await recordTemperatures(executorOf(ctx.db), acting(ctx), 'MANUAL', feverFrom, [
      { personId: values.personId!, at: values.at!, temperature: values.temperature!, handle: values.handle ?? null },
    ]);
    const id = written.get(0);
    if (id === undefined) return refuseField('at', '该人员同一时间已有记录');
    await ctx.audit({
      action: '新增',
      targetId: id,
      targetName: `体温 ${values.temperature}`,
      changes: [{ key: 'temperature', label: '体温', before: null, after: values.temperature }],
    });
    return { id };
  },
  actions: {
    deal: async (ctx, { ids, rows, values }) => {
      const at = isoAt(ctx.clock.now());
      const handle = String(values.handle);
      await ctx.db
        .updateTable('temperature_record')
        .set((eb) => ({
          handle,
          handled_at: at,
          handled_name: ctx.session.name,
          updated_at: at,
          version: eb('version', '+', 1),
        }))
        .where('id', 'in', ids)
        .execute();
      for (const row of rows)
        await ctx.audit({
          action: '处理',
          targetId: row.id,
          targetName: `${row.personName} ${row.temperature}℃`,
          changes: [{ key: 'handle', label: '处理', before: row.handle, after: handle }],
        });
      return null;
    },
    discard: async (ctx, { ids, rows }) => {
      await ctx.db.deleteFrom('temperature_record').where('id', 'in', ids).execute();
      for (const row of rows)
        await ctx.audit({ action: '删除', targetId: row.id, targetName: `${row.personName} ${row.temperature}℃` });
      return null;
    },
    threshold: async (ctx, { values }) => {
      await savePeopleSetting(ctx, { feverFrom: String(values.feverFrom) });
      return null;
    },
  },
  importRows: temperatureImport,
  verbs: { setting: async (ctx) => peopleSettingOf(ctx.db, ownOrganization(ctx)) },
});
