/** The heartbeat: what the terminal says of itself, and what it is told in return. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { cardListVersion, type FacesTold, noteInventory, pushesWaiting } from '../../people/public.server.ts';
import { type AppReport, noteApp, readAppReport } from '../apps/offer-app.ts';
import { askInventory, type CommandOut, type CommandResult, finishCommands, takeCommands } from '../commands.ts';
import type { KnownDevice } from '../directory.ts';
import { type DocReport, readDocs, settleDocs } from '../docs/deliver-docs.ts';
import { type DayTotals, noteBeat, readDays } from '../records/days.ts';
import { highestSeq, maxSeq, mostJump } from '../records/sequences.ts';
import { heartbeatSeconds } from '../register/device-states.ts';
import { endSilence } from '../watch/back-again.ts';
import { readFacesTold } from './faces-told.ts';
import { lastMs } from './records.ts';

export interface HeartbeatAnswer {
  /** Server clock, epoch ms. */
  time: number;
  /** Newest version of the card list; ask `people` for what is missing. */
  listVersion: number;
  /** Grows with whatever becomes of an order of the day at this restaurant; fetch `orders` anew when it has. */
  orderVersion: number;
  /** Grows with what stands on the shop's shelf and what it costs; ask `goods` for what is missing. */
  goodsVersion: number;
  /** Grows with every pass given or taken back; a door asks `passes` for what is missing. */
  passVersion: number;
  /** Pushes to fetch with the people. */
  pushes: number;
  heartbeatSeconds: number;
  device: { name: string; mode: string; deploySiteId: number; placeActive: boolean; status: string };
  commands: CommandOut[];
  /** Versions of the documents it should have, by kind. */
  docs: Record<string, number>;
}

interface Beat {
  clock: number;
  offlineCount: number;
  listVersion: number;
  lastSeq: number;
  /** Highest number of its events; a terminal that has none may leave it out. */
  lastEventNo: number;
  firmware: string;
  results: CommandResult[];
  days: DayTotals[];
  docs: DocReport | undefined;
  faces: FacesTold | undefined;
  passVersion: number | null;
  /** What became of an update. */
  app: AppReport | undefined;
}

const mostResults = 100;
const isCount = (v: unknown): v is number => typeof v === 'number' && Number.isSafeInteger(v) && v >= 0;

function readBeat(sent: unknown): Beat | Refusal {
  const body = (sent ?? {}) as Record<string, unknown>;
  const no = (detail: string) => refuse('BAD_RECORD', { detail });
  for (const key of ['clock', 'offlineCount', 'listVersion', 'lastSeq'] as const)
    if (!isCount(body[key])) return no(`${key} 应为不小于 0 的整数`);
  if ((body.lastSeq as number) > maxSeq) return no(`lastSeq 应为 0–${maxSeq}`);
  const lastEventNo = body.lastEventNo ?? 0;
  if (!isCount(lastEventNo) || lastEventNo > maxSeq) return no(`lastEventNo 应为 0–${maxSeq}`);
  const passVersion = body.passVersion ?? null;
  if (passVersion !== null && !isCount(passVersion)) return no('passVersion 应为不小于 0 的整数');
  if ((body.clock as number) > lastMs) return no('clock 应为毫秒时间戳');
  if (typeof body.firmware !== 'string' || body.firmware.length > 40) return no('firmware 应为不超过 40 字的文字');
  const results = body.results ?? [];
  if (!Array.isArray(results) || results.length > mostResults) return no(`results 最多 ${mostResults} 项`);
  for (const r of results as Partial<CommandResult>[])
    if (!isCount(r?.id) || typeof r.ok !== 'boolean' || typeof (r.message ?? '') !== 'string')
      return no('results 每项应为 {id, ok, message}');
  const days = readDays(body.days);
  if (typeof days === 'string') return no(days);
  const docs = readDocs(body.docs, body.docErrors);
  if (typeof docs === 'string') return no(docs);
  const faces = readFacesTold(body);
  if (typeof faces === 'string') return no(faces);
  const app = readAppReport(body.app);
  if (typeof app === 'string') return no(app);
  return {
    app,
    days,
    docs,
    faces,
    passVersion,
    clock: body.clock as number,
    offlineCount: Math.min(body.offlineCount as number, 2_000_000_000),
    listVersion: body.listVersion as number,
    lastSeq: body.lastSeq as number,
    lastEventNo,
    firmware: body.firmware,
    results: (results as CommandResult[]).map((r) => ({
      id: r.id,
      ok: r.ok,
      message: (r.message ?? '').slice(0, 200),
    })),
  };
}

/** Stores the beat and answers; a terminal in repair may beat as well. */
export async function heartbeat(
  services: Services,
  known: KnownDevice,
  body: unknown,
  ip: string,
): Promise<HeartbeatAnswer | Refusal> {
  const beat = readBeat(body);
  if ('refused' in beat) return beat;
  const { pool } = services;
  const now = services.clock.now();
  const { deviceId, organizationId } = known.at;
  for (const [stream, name, last] of [
    ['MONEY', 'lastSeq', beat.lastSeq],
    ['EVENT', 'lastEventNo', beat.lastEventNo],
  ] as const) {
    if (stream === 'EVENT' && last === 0) continue;
    const highest = await highestSeq(pool, organizationId, deviceId, known.epoch, stream);
    if (last > highest + mostJump)
      return refuse('BAD_RECORD', {
        detail: `${name} ${last} 比已知的流水号 ${highest} 多出 ${mostJump} 以上，请检查设备或重新配对`,
      });
    services.deviceSequences.used(organizationId, deviceId, known.epoch, last, stream);
  }
  await finishCommands(pool, organizationId, deviceId, beat.results, now);
  // What it holds is not what it should hold: it is asked for its list with this very answer.
  if (beat.faces && !(await noteInventory(sqlOf(services.db), organizationId, deviceId, beat.faces, now)))
    await askInventory(services, organizationId, deviceId);
  const [listVersion, orderVersion, goodsVersion, passVersion, pushes, commands] = await Promise.all([
    cardListVersion(pool, organizationId),
    services.orderVersion(known.at),
    services.goodsVersion(known.at),
    services.passVersion(known.at),
    pushesWaiting(pool, organizationId, deviceId),
    takeCommands(pool, organizationId, deviceId, now),
    noteBeat(pool, organizationId, deviceId, now, beat.days),
    pool.query({
      name: 'device-beat',
      text: `insert into device_beat as b (device_id, last_beat_at, ip, firmware, offline_count, list_version,
          clock_offset_ms, epoch, last_seq, waiting_since, pass_version)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $5::int > 0 then $2::timestamptz end, $10)
        on conflict (device_id) do update set last_beat_at = excluded.last_beat_at, ip = excluded.ip,
          firmware = excluded.firmware, offline_count = excluded.offline_count, list_version = excluded.list_version,
          clock_offset_ms = excluded.clock_offset_ms, epoch = excluded.epoch, last_seq = excluded.last_seq, pass_version = excluded.pass_version,
          waiting_since = case when excluded.offline_count > 0 then coalesce(b.waiting_since, excluded.waiting_since) end`,
      values: [
        deviceId,
        isoAt(now),
        ip,
        beat.firmware,
        beat.offlineCount,
        beat.listVersion,
        now - beat.clock,
        known.epoch,
        beat.lastSeq,
        beat.passVersion,
      ],
    }),
  ]);
  if (beat.app) await noteApp(services, known, beat.app);
  const docs = await settleDocs(services, known, beat.docs);
  await endSilence(services, organizationId, deviceId);
  const { name, mode, deploySiteId, placeActive } = known.at;
  return {
    time: now,
    listVersion,
    orderVersion,
    goodsVersion,
    passVersion,
    pushes,
    heartbeatSeconds,
    device: { name, mode, deploySiteId, placeActive, status: known.status },
    commands,
    docs,
  };
}
