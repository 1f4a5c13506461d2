import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { differingRecords } from '../differing.ts';
import spec from './check_consume-record.page.ts';

const idsOf = (value: unknown): number[] => [value].flat().filter((id) => typeof id === 'number');
const daysOf = ({ day }: Search) => (Array.isArray(day) ? (day as (string | null)[]) : [null, null]);

export default bind(spec, {
  rows: async (ctx, search) => {
    const [from = null, to = null] = daysOf(search);
    const kinds = [search.kind].flat().filter(Boolean);
    const found = await differingRecords(ctx, {
      from,
      to,
      organizationIds: idsOf(search.organizationId),
      deviceIds: idsOf(search.deviceId),
      deviceName: typeof search.deviceName === 'string' ? search.deviceName : '',
    });
    return found
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      .map((row, i) => ({ ...row, id: i + 1 }));
  },
});
