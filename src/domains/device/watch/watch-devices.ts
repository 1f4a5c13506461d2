/** What is wrong with terminals, looked at every minute: silence, records that pile up, lists they could not take over. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Found, keepAlerts } from '../../alerts/public.server.ts';
import { silentMinutes } from '../register/device-states.ts';

/** Terminals whose silence endangers somebody: cold stores, doors, the check before work. */
const urgentKinds = ['SAMPLE_CABINET', 'GATE', 'MORNING_CHECK'];
const minuteMs = 60_000;
const urgentMs = 5 * minuteMs;
const patientMs = silentMinutes * minuteMs;
/** A unit whose terminals went together: those heard within this long count, and those of them silent now for five minutes. */
const togetherMs = 15 * minuteMs;
const fewest = 3;
const backlogCount = 500;
const backlogMs = 24 * 3_600_000;

interface Watched {
  organizationId: number;
  id: number;
  name: string;
  kind: string;
  restaurantId: number | null;
  lastMs: number;
  waiting: number;
  sinceMs: number | null;
}

async function watched({ pool }: Services): Promise<Watched[]> {
  const { rows } = await pool.query<Watched>(
    `select /* wall: a job over the terminals of every unit */ d.organization_id as "organizationId", d.id, d.name, t.kind,
       s.restaurant_id as "restaurantId", (extract(epoch from b.last_beat_at) * 1000)::bigint as "lastMs",
       b.offline_count as waiting, (extract(epoch from b.waiting_since) * 1000)::bigint as "sinceMs"
     from device d join device_type t on t.id = d.type_id join device_beat b on b.device_id = d.id
     left join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     where d.status = 'ACTIVE' order by d.organization_id, d.id`,
  );
  return rows;
}

const clockText = (ms: number) => isoAt(ms).slice(5, 16).replace('T', ' ');
const openDevice = ({ name }: Watched) => ({
  path: '/admin/organization/device_list',
  search: { keyword: name },
});

/** Units of which half the terminals or more went silent within five minutes of each other. */
export function unitsGone(devices: readonly Watched[], nowMs: number): Found[] {
  return [...Map.groupBy(devices, (device) => device.organizationId)].flatMap(([organizationId, own]) => {
    const lately = own.filter(({ lastMs }) => lastMs >= nowMs - togetherMs);
    const gone = lately.filter(({ lastMs }) => lastMs <= nowMs - urgentMs);
    const span = Math.max(...gone.map(({ lastMs }) => lastMs)) - Math.min(...gone.map(({ lastMs }) => lastMs));
    if (gone.length < fewest || gone.length * 2 < lately.length || span > urgentMs) return [];
    return [
      {
        organizationId,
        alarm: {
          object: 'unit',
          objectName: '全部设备',
          at: Math.min(...gone.map(({ lastMs }) => lastMs)),
          detail: `${lately.length} 台设备中 ${gone.length} 台在 ${clockText(Math.min(...gone.map(({ lastMs }) => lastMs)))} 前后失去联系`,
          open: { path: '/admin/organization/device_list' },
        },
      },
    ];
  });
}

/** Terminals silent for too long; those of a unit that is gone as a whole are told of by that one alert. */
export function silentDevices(devices: readonly Watched[], nowMs: number, gone: ReadonlySet<number>): Found[] {
  return devices
    .filter(({ organizationId, kind, lastMs }) => {
      if (gone.has(organizationId) && lastMs >= nowMs - 24 * 3_600_000) return false;
      return nowMs - lastMs >= (urgentKinds.includes(kind) ? urgentMs : patientMs);
    })
    .map((device) => ({
      organizationId: device.organizationId,
      alarm: {
        object: `device:${device.id}`,
        objectName: device.name,
        restaurantId: device.restaurantId,
        at: device.lastMs,
        level: urgentKinds.includes(device.kind) ? 'WARN' : 'INFO',
        detail: `最近一次心跳在 ${clockText(device.lastMs)}`,
        open: openDevice(device),
      },
    }));
}

function backlogs(devices: readonly Watched[], nowMs: number): Found[] {
  return devices
    .filter(
      ({ waiting, sinceMs }) =>
        waiting > backlogCount || (waiting > 0 && sinceMs !== null && nowMs - sinceMs > backlogMs),
    )
    .map((device) => ({
      organizationId: device.organizationId,
      alarm: {
        object: `device:${device.id}`,
        objectName: device.name,
        restaurantId: device.restaurantId,
        at: device.sinceMs ?? nowMs,
        detail: `${device.waiting} 条记录没有上传，自 ${clockText(device.sinceMs ?? nowMs)} 起`,
        open: { path: '/admin/organization/offline_consume/gap', search: { name: device.name } },
      },
    }));
}

async function failedPushes({ pool }: Services, devices: readonly Watched[]): Promise<Found[]> {
  const { rows } = await pool.query<{ deviceId: number; n: number; lastMs: number; why: string | null }>(
    `select /* wall: a job over every unit; a device is of one unit */ device_id as "deviceId", count(*)::int as n,
       (extract(epoch from max(coalesce(done_at, created_at))) * 1000)::bigint as "lastMs", max(error_msg) as why
     from device_push where status in ('FAILED', 'EXPIRED') group by device_id`,
  );
  const known = new Map(devices.map((device) => [device.id, device]));
  return rows.flatMap(({ deviceId, n, lastMs, why }) => {
    const device = known.get(deviceId);
    if (!device) return [];
    return [
      {
        organizationId: device.organizationId,
        alarm: {
          object: `device:${device.id}`,
          objectName: device.name,
          restaurantId: device.restaurantId,
          at: lastMs,
          detail: `${n} 项没有下发成功${why ? `：${why}` : ''}`,
          open: {
            path: '/admin/organization/user/push',
            search: { deviceId: [device.id], status: ['FAILED', 'EXPIRED'] },
          },
        },
      },
    ];
  });
}

/** Doors that have not had the newest rules for half an hour. */
async function docsBehind({ pool }: Services, devices: readonly Watched[], nowMs: number): Promise<Found[]> {
  const { rows } = await pool.query<{ deviceId: number; sinceMs: number; why: string | null }>(
    `select /* wall: a job over every unit; a device is of one unit */ w.device_id as "deviceId", max(k.error) as why,
       (extract(epoch from min(w.behind_since)) * 1000)::bigint as "sinceMs"
     from device_doc w left join device_doc_ack k
       on k.organization_id = w.organization_id and k.device_id = w.device_id and k.kind = w.kind
     where w.behind_since <= $1 group by w.device_id`,
    [isoAt(nowMs - patientMs)],
  );
  const doors = new Map(devices.filter(({ kind }) => kind === 'GATE').map((device) => [device.id, device]));
  return rows.flatMap(({ deviceId, sinceMs, why }) => {
    const device = doors.get(deviceId);
    if (!device) return [];
    return [
      {
        organizationId: device.organizationId,
        alarm: {
          object: `device:${device.id}`,
          objectName: device.name,
          restaurantId: device.restaurantId,
          at: sinceMs,
          detail: `自 ${clockText(sinceMs)} 起没有最新的规则${why ? `：${why}` : ''}`,
          open: { path: '/admin/organization/device_list/doc', search: { deviceId: [device.id] } },
        },
      },
    ];
  });
}

/** Terminals whose list of faces has not been the platform's for more than a beat: a face may lie where it must not. */
async function facesLeft({ pool }: Services, nowMs: number): Promise<Found[]> {
  const { rows } = await pool.query<{
    organizationId: number;
    deviceId: number;
    name: string;
    count: number;
    expected: number;
    unknown: number;
    sinceMs: number;
  }>(
    `select /* wall: a job over every unit */ i.organization_id as "organizationId", i.device_id as "deviceId", d.name,
       i.face_count as count, i.expected_count as expected, i.unknown_count as unknown,
       (extract(epoch from i.differs_since) * 1000)::bigint as "sinceMs"
     from device_face_inventory i join device d on d.organization_id = i.organization_id and d.id = i.device_id
     where i.differs_since <= $1 and d.status in ('ACTIVE', 'REPAIR')`,
    [isoAt(nowMs - minuteMs)],
  );
  return rows.map(({ organizationId, deviceId, name, count, expected, unknown, sinceMs }) => ({
    organizationId,
    alarm: {
      object: `device:${deviceId}`,
      objectName: name,
      at: sinceMs,
      detail: `设备上 ${count} 张人脸，应有 ${expected} 张${unknown > 0 ? `；清点出 ${unknown} 张不该有的` : '，清单不一致'}`,
      open: { path: '/admin/organization/face_info_count/inventory', search: { deviceId: [deviceId] } },
    },
  }));
}

/** Units whose standing alert of all terminals is not over: fewer than half have been heard since. */
async function stillGone({ pool }: Services, devices: readonly Watched[], nowMs: number): Promise<Found[]> {
  const { rows } = await pool.query<{ organizationId: number; firstMs: number; detail: string }>(
    `select /* wall: a job over every unit */ organization_id as "organizationId", detail,
       (extract(epoch from last_at) * 1000)::bigint as "firstMs"
     from alert where kind = 'SITE_OFFLINE' and status in ('OPEN', 'HANDLING')`,
  );
  return rows.flatMap(({ organizationId, firstMs, detail }) => {
    const own = devices.filter((device) => device.organizationId === organizationId && device.lastMs >= firstMs);
    const back = own.filter(({ lastMs }) => lastMs > nowMs - urgentMs);
    if (back.length * 2 >= own.length) return [];
    return [{ organizationId, alarm: { object: 'unit', objectName: '全部设备', at: firstMs, detail } }];
  });
}

/** Looks at all terminals and brings their alerts in line. */
export async function watchDevices(services: Services): Promise<void> {
  const now = services.clock.now();
  const devices = await watched(services);
  const lasting = await stillGone(services, devices, now);
  const fresh = unitsGone(devices, now).filter(
    ({ organizationId }) => !lasting.some((one) => one.organizationId === organizationId),
  );
  const gone = new Set([...lasting, ...fresh].map(({ organizationId }) => organizationId));
  await keepAlerts(services, 'SITE_OFFLINE', [...lasting, ...fresh]);
  await keepAlerts(services, 'DEVICE_OFFLINE', silentDevices(devices, now, gone));
  await keepAlerts(services, 'OFFLINE_BACKLOG', backlogs(devices, now));
  await keepAlerts(services, 'DOC_BEHIND', await docsBehind(services, devices, now));
  await keepAlerts(services, 'FACE_LEFTOVER', await facesLeft(services, now));
  await keepAlerts(services, 'NAME_LIST_FAIL', await failedPushes(services, devices));
}
