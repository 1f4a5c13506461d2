/** 余额限制 over the limits by type and the organization's own figures. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { readLimits } from '../read-limits.ts';
import { saveLimits } from '../save-limits.ts';
import spec from './balance-limit.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ ...(await readLimits(ctx)) }),
  update: (ctx, _id, { refundAloneFen, limits }) =>
    saveLimits(ctx, {
      refundAloneFen,
      limits: (limits ?? []).map((row) => ({
        typeId: row.typeId!,
        minBalanceFen: row.minBalanceFen,
        overdraftFen: row.overdraftFen ?? 0,
        maxBalanceFen: row.maxBalanceFen!,
        lowAlertFen: row.lowAlertFen,
      })),
    }),
});
