/** 消费汇总 of the platform, out of the day totals. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { netByPeople } from '../unit-figures.ts';
import { daysOfRow, namesOf, netOf, reportRows, type UnitKey, unitReads, unitTotals } from '../unit-totals.ts';
import spec from './platform-consume-summary.page.ts';

const groupKeys: Readonly<Record<string, readonly UnitKey[]>> = {
  unit: ['organizationId'],
  contractor: ['contractorId'],
  site: ['contractorId', 'organizationId'],
  day: ['businessDate'],
  month: ['month'],
};

export default bind(spec, {
  rows: async (ctx, search) => {
    const keys = groupKeys[String(search.group)] ?? groupKeys.unit!;
    const totals = await unitTotals(ctx, keys, search);
    const [units, caterers] = await Promise.all([
      namesOf(ctx, totals, 'organizationId'),
      namesOf(ctx, totals, 'contractorId'),
    ]);
    return reportRows(totals, (row) => ({
      groupName: keys
        .map((key) => {
          if (key === 'organizationId') return units.get(row.organizationId) ?? '';
          if (key === 'contractorId') return caterers.get(row.contractorId) ?? '单位自营';
          return String(row[key]);
        })
        .join(' · '),
      days: daysOfRow(row, search),
      selfRun: keys.includes('contractorId') && row.contractorId === null ? true : undefined,
    }));
  },
  proof: { reads: unitReads, held: { [netByPeople]: (ctx, search) => netOf(ctx, 'people', search) } },
});
