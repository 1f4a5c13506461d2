/**
 * The socket controllers speak to. Off unless the server is told a port; one node holds it by a lease, so that counters and
 * challenges stand in one place; another takes over when the holder has been silent for fifteen seconds.
 */
import { createSocket, type Socket } from 'node:dgram';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { countsOf } from './heard.ts';
import { createListener, type Listener } from './listen.ts';

const tickMs = 500;
const roundMs = 5_000;
const leaseMs = 15_000;
const openMs = 60_000;
const silentMs = 60_000;

interface Registered {
  organizationId: number;
  deviceId: number;
  ip: string | null;
  port: number | null;
}

export interface UdpService {
  /** Where it listens; undefined while another node does. */
  address(): { address: string; port: number } | undefined;
  listener: Listener;
  /** Does what is due, after what is being done; every half second by itself. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** UDP_PORT; undefined when the service is off. @throws naming the variable */
export function readUdpPort(env: Record<string, string | undefined>): number | undefined {
  if (!env.UDP_PORT) return undefined;
  const port = Number(env.UDP_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`UDP_PORT 不是有效端口：${env.UDP_PORT}`);
  return port;
}

export function createUdpService(services: Services, where: { port: number; host: string }): UdpService {
  const { pool, clock, log } = services;
  const node = services.random.token(12);
  const counts = countsOf(services);
  let registered: readonly Registered[] = [];
  let may: ReadonlyMap<number, number> = new Map();
  let socket: Socket | undefined;
  let bound: { address: string; port: number } | undefined;
  let roundAt = Number.NEGATIVE_INFINITY;
  let busy = false;
  const wokenAt = new Map<number, number>();
  const listener = createListener(
    services,
    counts,
    () => may,
    (bytes, to) => socket?.send(bytes, to.port, to.address, () => undefined),
  );

  async function bind(): Promise<void> {
    const opened = createSocket({ type: 'udp4' });
    opened.on('message', (bytes, from) => void listener.heard(bytes, from));
    await new Promise<void>((done, failed) => {
      opened.once('error', failed);
      opened.bind(where.port, where.host, done);
    });
    opened.on('error', (error) => log.error('the UDP socket failed', { error: String(error) }));
    socket = opened;
    bound = opened.address();
  }

  async function close(): Promise<void> {
    const open = socket;
    socket = undefined;
    bound = undefined;
    if (open) await new Promise<void>((done) => open.close(() => done()));
  }

  /** Do we hold the port among the nodes? */
  async function lease(): Promise<boolean> {
    const now = clock.now();
    const { rowCount } = await pool.query(
      `insert into udp_service as s (id, node, port, heard_at) values (1, $1, $2, $3)
       on conflict (id) do update set node = excluded.node, port = excluded.port, heard_at = excluded.heard_at
         where s.node = excluded.node or s.heard_at < $4`,
      [node, where.port, isoAt(now), isoAt(now - leaseMs)],
    );
    return (rowCount ?? 0) > 0;
  }

  async function round(): Promise<void> {
    if (!(await lease())) return close();
    if (!socket) await bind();
    const { rows } = await pool.query<Registered>(
      `select /* wall: the service listens for every unit that says so */ c.organization_id as "organizationId",
         c.device_id as "deviceId", c.ip, c.port
       from udp_controller c join udp_setting s on s.organization_id = c.organization_id and s.enabled
       where c.status = 'NORMAL'`,
    );
    registered = rows;
    may = new Map(rows.map((row) => [row.deviceId, row.organizationId]));
    listener.keepOnly(may);
    await counts.flush();
    await wakeSilent();
  }

  /** Controllers of the same network that have not been heard are asked to say hello, once a minute. */
  async function wakeSilent(): Promise<void> {
    const now = clock.now();
    for (const { deviceId, ip, port } of registered) {
      if (!ip || !port || listener.links.has(deviceId) || now - (wokenAt.get(deviceId) ?? 0) < silentMs) continue;
      wokenAt.set(deviceId, now);
      const known = await services.devices.find(deviceId);
      if (known) listener.wake(known, { address: ip, port });
    }
  }

  /** Doors somebody opens from the console. */
  async function openDoors(): Promise<void> {
    const linked = [...listener.links.values()].map(({ known }) => known.at);
    if (linked.length === 0) return;
    const now = clock.now();
    const { rows } = await pool.query<{ id: number; deviceId: number }>(
      `update device_command c set status = 'SENT', sent_at = $3
       from unnest($1::bigint[], $2::bigint[]) as t (o, d)
       where c.organization_id = t.o and c.device_id = t.d and c.kind = 'OPEN_DOOR' and c.status = 'PENDING'
         and c.created_at > $4 returning c.id, c.device_id as "deviceId"`,
      [
        linked.map(({ organizationId }) => organizationId),
        linked.map(({ deviceId }) => deviceId),
        isoAt(now),
        isoAt(now - openMs),
      ],
    );
    for (const { id, deviceId } of rows) listener.open(deviceId, id);
  }

  async function work(): Promise<void> {
    busy = true;
    try {
      if (clock.now() - roundAt >= roundMs) {
        roundAt = clock.now();
        await round();
      }
      if (!socket) return;
      await openDoors();
      listener.resend();
    } catch (error) {
      log.error('the UDP service', { error: String((error as Error).stack ?? error) });
    } finally {
      busy = false;
    }
  }

  let turn = Promise.resolve();
  const tick = (): Promise<void> => {
    turn = turn.then(work);
    return turn;
  };
  const timer = setInterval(() => {
    if (!busy) void tick();
  }, tickMs);
  timer.unref();
  return {
    address: () => bound,
    listener,
    tick,
    async stop() {
      clearInterval(timer);
      await counts.flush().catch(() => undefined);
      const held = socket !== undefined;
      await close();
      // The next node need not wait.
      if (held) await pool.query('delete from udp_service where node = $1', [node]).catch(() => undefined);
    },
  };
}
