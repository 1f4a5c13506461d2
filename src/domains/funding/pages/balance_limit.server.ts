/** 余额限制 over the limits by type and the organization's own figures. */
import { bind } from '../../../kit/server/page/binding.ts';
import { readLimits } from '../limits/read-limits.ts';
import { saveLimits } from '../limits/save-limits.ts';
import spec from './balance_limit.page.ts';

export default bind(spec, {
  get: async (ctx) => ({ ...(await readLimits(ctx)) }),
  update: (ctx, _id, values) => saveLimits(ctx, { refundAloneFen: values.refundAloneFen, limits: values.limits }),
});
