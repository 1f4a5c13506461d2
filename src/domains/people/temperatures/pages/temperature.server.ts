/** Server side of 体温记录. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { acting } from '../../acting.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { peopleSettingOf, savePeopleSetting } from '../../people-setting.ts';
import { personOr } from '../../persons/person-search.ts';
import { temperatureImport } from '../import-temperatures.ts';
import { recordTemperatures } from '../record-temperature.ts';
import spec from './temperature.page.ts';

export default bind(spec, {
  list: over(spec, 'temperature_record as t', {
    inner: ['personId as p'],
    refs: ['departmentId as d'],
    version: true,
    columns: {
      departmentId: 'p.department_id',
      temperature: sql`t.temperature::text`,
      abnormal: sql`case when t.abnormal then 'ABNORMAL' else 'NORMAL' end`,
      handled: sql`case when not t.abnormal then 'NONE' when t.handle is null then 'OPEN' else 'DONE' end`,
    },
    names: {
      departmentId: departmentPath,
      deviceId: sql`(select v.name from device v where v.id = t.device_id and v.organization_id = t.organization_id)`,
    },
    where: {
      keyword: personOr(),
    },
  }),
  create: async (ctx, values) => {
    const organizationId = ownOrganization(ctx);
    if (Date.parse(values.at!) > ctx.clock.now()) return refuseField('at', '测量时间不能晚于现在');
    const { feverFrom } = await peopleSettingOf(ctx.db, organizationId);
    const written = await recordTemperatures(sqlOf(ctx.db), acting(ctx), 'MANUAL', feverFrom, [
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
  notice: async (ctx) => {
    const { feverFrom } = await peopleSettingOf(ctx.db, ownOrganization(ctx));
    const text = `当前异常阈值 ${feverFrom} ℃，达到或超过即为异常`;
    return { tone: 'info', text, tool: { key: 'threshold', values: { feverFrom } } };
  },
});
