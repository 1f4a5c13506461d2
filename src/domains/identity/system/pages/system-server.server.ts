/** Server side of 服务器监控. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { serverHealth } from '../server-health.ts';
import server from './system-server.page.ts';

export default bind(server, {
  reads: ['health'],
  bodies: { health: nothing },
  verbs: { health: (ctx) => serverHealth(ctx.services) },
});
