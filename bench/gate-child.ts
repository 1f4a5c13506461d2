/**
 * A server to be killed: takes what gates tell over a plain line of HTTP, answers as POST /events does. Input as JSON on the
 * command line: dataDir, databaseUrl, organizationId, gates (numbers of devices). Says its port once it listens.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { assemble } from '../src/assemble.ts';
import { type KnownDevice, postEvents } from '../src/domains/device/public.server.ts';
import { readConfig } from '../src/kit/server/config.ts';

interface Order {
  dataDir: string;
  databaseUrl: string;
  organizationId: number;
  gates: number[];
}

const { dataDir, databaseUrl, organizationId, gates } = JSON.parse(process.argv[2] ?? '') as Order;
const root = fileURLToPath(new URL('..', import.meta.url));
const silent = () => undefined;
const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ONECARD_DEMO: '1' }, root);
const { services } = await assemble({ config, log: { info: silent, warn: silent, error: console.error } });
await services.jobs.stop();
const known = new Map(
  gates.map((deviceId) => [
    deviceId,
    {
      at: { deviceId, organizationId, sn: `BENCH-${deviceId}`, name: `压测${deviceId}`, restaurantId: 0 },
      epoch: 2,
      kind: 'GATE',
      clockOffsetMs: 0,
    } as KnownDevice,
  ]),
);
const server = createServer((request, reply) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const { deviceId, events } = JSON.parse(body) as { deviceId: number; events: unknown[] };
    void postEvents(services, known.get(deviceId)!, { events }).then((answer) => reply.end(JSON.stringify(answer)));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
