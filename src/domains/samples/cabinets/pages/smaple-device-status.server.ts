/** 留样设备状态. */
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { readCabinetDay, readCabinets, readCabinetYear, setCabinet } from '../cabinets.ts';
import { readCabinetSpan } from '../read-span.ts';
import spec from './smaple-device-status.page.ts';

const dayBody = z.object({ deviceId: z.int().min(1), day: z.string().refine(isDate) });
const spanBody = dayBody.extend({ span: z.enum(['WEEK', 'MONTH']) });
const yearBody = z.object({ deviceId: z.int().min(1), year: z.int().min(2000).max(2100) });
const setupBody = z.object({
  deviceId: z.int().min(1),
  min10: z.int().min(-50).max(100),
  max10: z.int().min(0).max(80),
  offset10: z.int().min(-50).max(50),
  offsetDate: z.string().refine(isDate).nullable(),
  offsetProof: z.string().max(100),
});

export default bind(spec, {
  verbs: {
    cards: async (ctx) => readCabinets(ctx),
    day: withBody(dayBody, (ctx, { deviceId, day }) => readCabinetDay(ctx, deviceId, day)),
    span: withBody(spanBody, (ctx, { deviceId, day, span }) => readCabinetSpan(ctx, deviceId, day, span)),
    year: withBody(yearBody, (ctx, { deviceId, year }) => readCabinetYear(ctx, deviceId, year)),
    setup: withBody(setupBody, (ctx, body) => setCabinet(ctx, body)),
  },
  bodies: { cards: nothing },
  reads: ['cards', 'day', 'span', 'year'],
});
