/** 消费汇总 of the platform, out of the day totals. */
import { lastOfMonth } from '../../../../kit/define/month.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { netByPeople } from '../unit-figures.ts';
import { namesOf, netOf, reportRows, type UnitKey, type UnitTotal, unitReads, unitTotals } from '../unit-totals.ts';
import spec from './platform-consume-summary.page.ts';

const groupKeys: Readonly<Record<string, readonly UnitKey[]>> = {
  unit: ['organizationId'],
  contractor: ['contractorId'],
  site: ['contractorId', 'organizationId'],
  day: ['businessDate'],
  month: ['month'],
};

/** The days of a row within those of the search; undefined where the row stands for all of them. */
function daysOf({ businessDate, month }: UnitTotal, search: Search): readonly unknown[] | undefined {
  if (businessDate) return [businessDate, businessDate];
  if (!month) return undefined;
  const [from, to] = Array.isArray(search.businessDate) ? (search.businessDate as (string | null)[]) : [null, null];
  const [first, last] = [`${month}-01`, lastOfMonth(String(month))];
  return [from && from > first ? from : first, to && to < last ? to : last];
}

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
      days: daysOf(row, search),
      selfRun: keys.includes('contractorId') && row.contractorId === null ? true : undefined,
    }));
  },
  proof: { reads: unitReads, held: { [netByPeople]: (ctx, search) => netOf(ctx, 'people', search) } },
});
