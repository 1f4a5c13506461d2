/** Server side of 体温记录. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { peopleSettingOf, savePeopleSetting } from '../../people-setting.ts';
import { personOr } from '../../persons/person-search.ts';
import { temperatureImport } from '../import-temperatures.ts';
import { dealWithTemperatures, discardTemperatures, enterTemperature } from '../temperature-actions.ts';
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
  create: (ctx, values) =>
    enterTemperature(ctx, {
      personId: values.personId!,
      at: values.at!,
      temperature: values.temperature!,
      handle: values.handle ?? null,
    }),
  actions: {
    deal: dealWithTemperatures,
    discard: discardTemperatures,
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
