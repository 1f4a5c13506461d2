/** 设备消费汇总 of the platform. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { netByPeople } from '../unit-figures.ts';
import { namesOf, netOf, reportRows, unitReads, unitTotals } from '../unit-totals.ts';
import spec from './device-consume-summary.page.ts';

interface Terminal {
  id: number;
  name: string;
  sn: string;
  typeId: number;
  typeName: string;
  siteName: string | null;
}

export default bind(spec, {
  rows: async (ctx, search) => {
    const all = await unitTotals(ctx, ['organizationId', 'deviceId'], search);
    const units = await namesOf(ctx, all, 'organizationId');
    const terminals = await ctx.db
      .selectFrom('device as d')
      .innerJoin('device_type as t', 't.id', 'd.type_id')
      .leftJoin('deploy_site as s', (on) =>
        on.onRef('s.organization_id', '=', 'd.organization_id').onRef('s.id', '=', 'd.deploy_site_id'),
      )
      .select(['d.id', 'd.name', 'd.sn', 't.id as typeId', 't.name as typeName', 's.name as siteName'])
      .where(sql<boolean>`d.id = any(${[...new Set(all.map((row) => row.deviceId))]}::bigint[])`)
      .execute();
    const known = new Map<unknown, Terminal>(terminals.map((one) => [one.id, one]));
    const types = [search.typeId].flat().filter(Boolean);
    const totals = all.filter(
      (row) => types.length === 0 || types.some((id) => id === known.get(row.deviceId)?.typeId),
    );
    return reportRows(totals, (row) => {
      const { name = '后台', sn = '', typeId = null, typeName = null, siteName = null } = known.get(row.deviceId) ?? {};
      return { organizationName: units.get(row.organizationId), deviceName: name, sn, typeId, typeName, siteName };
    });
  },
  proof: { reads: unitReads, held: { [netByPeople]: (ctx, search) => netOf(ctx, 'people', search) } },
});
