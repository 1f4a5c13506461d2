import { bind } from '../../../../kit/server/page/binding.ts';
import { failedFetches, lateBills } from '../late-bills.ts';
import spec from './merchant_bill-late.page.ts';

export default bind(spec, {
  rows: async (ctx, search) => {
    const [late, failed] = await Promise.all([lateBills(ctx), failedFetches(ctx)]);
    const rows = [
      ...failed.map((one) => ({ ...one, merchantNo: one.merchant_no, why: 'FAILED', takenFen: null })),
      ...late.map(({ day, channel, merchantNo, fen }) => ({
        day,
        channel,
        merchantNo,
        kind: 'TRADE',
        why: 'LATE',
        takenFen: fen,
        said: '',
        tries: null,
      })),
    ];
    const asked = (key: 'why' | 'channel') => [search[key]].flat().filter(Boolean);
    const [why, channel] = [asked('why'), asked('channel')];
    return rows
      .filter((row) => why.length === 0 || why.includes(row.why))
      .filter((row) => channel.length === 0 || channel.includes(row.channel))
      .filter((row) => !search.day || row.day === search.day)
      .map((row, i) => ({ ...row, id: i + 1 }));
  },
});
