import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { type DifferingAsked, differingRecords, leftOutFrom, mostDays } from '../differing.ts';
import spec from './check_consume-record.page.ts';

const idsOf = (value: unknown): number[] => [value].flat().filter((id) => typeof id === 'number');
const daysOf = ({ day }: Search) => (Array.isArray(day) ? (day as (string | null)[]) : [null, null]);

function asked(search: Search): DifferingAsked {
  const [from = null, to = null] = daysOf(search);
  return {
    from,
    to,
    organizationIds: idsOf(search.organizationId),
    deviceIds: idsOf(search.deviceId),
    deviceName: typeof search.deviceName === 'string' ? search.deviceName : '',
  };
}

export default bind(spec, {
  notice: async (ctx, search) => {
    const day = await leftOutFrom(ctx, asked(search));
    return day === undefined
      ? null
      : {
          tone: 'warning',
          text: `只列出最近 ${mostDays} 个有差异的设备日，${day} 及更早的还有没列出的，合计也不含它们：请缩短日期，或选单位、设备再查。`,
        };
  },
  rows: async (ctx, search) => {
    const kinds = [search.kind].flat().filter(Boolean);
    const found = await differingRecords(ctx, asked(search));
    return found
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      .map((row, i) => ({ ...row, id: i + 1 }));
  },
});
