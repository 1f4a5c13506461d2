/** Which version a terminal is offered, when it may take it, and what it says has become of it. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDevice } from '../directory.ts';
import { haltAbove, mostTries } from './app-states.ts';

type Host = Pick<Services, 'pool' | 'ids' | 'clock'>;

export interface AppOffer {
  version: string;
  build: number;
  size: number;
  sha256: string;
  signature: string;
  /** To be fetched, signed, in parts if wanted. */
  path: string;
  force: boolean;
  /** Epoch ms in between which it may be installed: no meal is served. */
  window: { from: number; to: number };
}

/** Nothing is offered now, and what for: '' when there is nothing newer. */
export interface NoOffer {
  build: 0;
  wait: '' | 'RECORDS' | 'MEAL';
}

interface Candidate {
  id: number;
  version: string;
  build: number;
  size: number;
  sha256: string;
  signature: string;
  force: boolean;
  status: string;
  organizations: number[];
  share: number;
  tries: number;
}

const dayMs = 86_400_000;
/** A terminal is left alone so long before a meal begins. */
const beforeMealMs = 15 * 60_000;

/** Where a device stands among a hundred for one version: the same every time it is asked. */
export const placeOf = (appId: number, deviceId: number): number =>
  createHash('sha256').update(`${appId}:${deviceId}`).digest().readUInt32BE(0) % 100;

const chosen = ({ id, status, organizations, share }: Candidate, organizationId: number, deviceId: number): boolean =>
  status === 'RELEASED' ||
  ((organizations.length === 0 || organizations.includes(organizationId)) && placeOf(id, deviceId) < share);

/** How long nobody eats from now on; undefined while a meal is served or about to be. */
async function quietUntil({ pool, clock }: Host, organizationId: number): Promise<number | undefined> {
  const now = clock.now();
  const midnight = Date.parse(`${isoAt(now).slice(0, 10)}T00:00:00+08:00`);
  const { rows } = await pool.query<{ start: string; end: string }>(
    `select start_time::text as start, end_time::text as end from meal_period where organization_id = $1 and status = 'NORMAL'`,
    [organizationId],
  );
  const at = (day: number, time: string) =>
    day + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3, 5)) * 60_000;
  let until = now + dayMs;
  for (const { start, end } of rows)
    for (const day of [midnight - dayMs, midnight, midnight + dayMs]) {
      const [from, to] = [at(day, start) - beforeMealMs, at(day, end) + (end <= start ? dayMs : 0)];
      if (from <= now && now < to) return undefined;
      if (from > now) until = Math.min(until, from);
    }
  return until;
}

/** Notes that a device has the build it speaks of. */
async function noteBuild({ pool, clock }: Host, { at }: KnownDevice, build: number): Promise<void> {
  await pool.query(
    `update app_install i set state = 'INSTALLED', at = $4, message = '' from app_version v
     where i.organization_id = $1 and i.device_id = $2 and v.id = i.app_id and v.build = $3 and i.state <> 'INSTALLED'`,
    [at.organizationId, at.deviceId, build, isoAt(clock.now())],
  );
}

export async function offerApp(host: Host, known: KnownDevice, asked: unknown): Promise<AppOffer | NoOffer | Refusal> {
  const build = Number(asked);
  if (!Number.isSafeInteger(build) || build < 0 || build > 2_147_483_647)
    return refuse('MALFORMED', { detail: 'build 应为设备现在的构建号' });
  const { organizationId, deviceId } = known.at;
  await noteBuild(host, known, build);
  const { rows } = await host.pool.query<Candidate & { waiting: number }>(
    `select v.id, v.version_name as version, v.build, v.size, v.sha256, v.signature, v.force, v.status,
       v.organization_ids as organizations, v.share, coalesce(i.tries, 0) as tries, coalesce(b.offline_count, 0) as waiting
     from device d join app_version v on d.type_id = any(v.type_ids) and v.build > $3 and v.status in ('GRAY', 'RELEASED')
     left join device_beat b on b.device_id = d.id
     left join app_install i on i.organization_id = d.organization_id and i.device_id = d.id and i.app_id = v.id
     where d.organization_id = $1 and d.id = $2 order by v.build desc`,
    [organizationId, deviceId, build],
  );
  const app = rows.find((one) => one.tries < mostTries && chosen(one, organizationId, deviceId));
  if (!app) return { build: 0, wait: '' };
  if (app.waiting > 0) return { build: 0, wait: 'RECORDS' };
  const until = await quietUntil(host, organizationId);
  if (until === undefined) return { build: 0, wait: 'MEAL' };
  const now = host.clock.now();
  await host.pool.query(
    `insert into app_install (organization_id, device_id, app_id, id, from_build, state, offered_at, at)
     values ($1, $2, $3, $4, $5, 'OFFERED', $6, $6)
     on conflict (organization_id, device_id, app_id) do update set state = 'OFFERED', at = excluded.at
       where app_install.state = 'FAILED'`,
    [organizationId, deviceId, app.id, await host.ids.next(), build, isoAt(now)],
  );
  const { version, size, sha256, signature, force } = app;
  return {
    version,
    build: app.build,
    size,
    sha256,
    signature,
    path: `/app/package?id=${app.id}`,
    force,
    window: { from: now, to: until },
  };
}

export interface AppReport {
  build: number;
  state: 'DOWNLOADED' | 'INSTALLED' | 'FAILED';
  message: string;
}

/** What a heartbeat says of an update; a text says what is wrong with it. */
export function readAppReport(sent: unknown): AppReport | undefined | string {
  if (sent === undefined || sent === null) return undefined;
  const { build, state, message = '' } = sent as Record<string, unknown>;
  if (typeof build !== 'number' || !Number.isSafeInteger(build) || build < 1) return 'app.build 应为构建号';
  if (state !== 'DOWNLOADED' && state !== 'INSTALLED' && state !== 'FAILED')
    return 'app.state 应为 DOWNLOADED、INSTALLED 或 FAILED';
  if (typeof message !== 'string' || message.length > 200) return 'app.message 不超过 200 字';
  return { build, state, message };
}

/** Keeps what became of the update, and halts a version that fails too often. Told again it changes nothing. */
export async function noteApp({ pool, clock }: Host, { at }: KnownDevice, report: AppReport): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `update app_install i set state = $4, at = $5, message = $6, tries = i.tries + case when $4 = 'FAILED' then 1 else 0 end
     from app_version v where i.organization_id = $1 and i.device_id = $2 and v.id = i.app_id and v.build = $3
       and (i.state = 'OFFERED' or i.state = 'DOWNLOADED' and $4 <> 'DOWNLOADED') returning i.app_id as id`,
    [at.organizationId, at.deviceId, report.build, report.state, isoAt(clock.now()), report.message],
  );
  if (report.state !== 'FAILED' || rows.length === 0) return;
  await pool.query(
    `update app_version v set status = 'HALTED', version = v.version + 1,
       halt_reason = n.failed || ' 台安装失败，占已完成 ' || n.done || ' 台的 ' || round(n.failed * 100.0 / n.done) || '%'
     from (select /* wall: devices of every unit */ count(*) filter (where state = 'FAILED') as failed,
         count(*) filter (where state in ('FAILED', 'INSTALLED')) as done from app_install where app_id = $1) n
     where v.id = $1 and v.status in ('GRAY', 'RELEASED') and n.failed > $2 and n.failed * 100 > n.done * $3`,
    [rows[0]!.id, haltAbove.failures, haltAbove.percent],
  );
}
