/** Server side of 服务器监控. */
import { bind } from '../../../kit/server/page/binding.ts';
import { serverHealth } from '../server-health.ts';
import server from './system-server.page.ts';

export default bind(server, { verbs: { health: (ctx) => serverHealth(ctx.services) } });
