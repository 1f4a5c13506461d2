/**
 * May books up to an instant be closed? One answer for months, statements and the platform's day: green when every terminal in use
 * has spoken since, nothing that may be of that time waits on one, no number up to then is missing and no record waits for a clerk;
 * amber when numbers were given up with a reason; red otherwise, naming the terminals, those that keep records back first. It
 * judges by sequence numbers alone: what a terminal never numbered nobody can miss.
 */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import { answeredNumbers, businessDay } from '../../wallet/public.server.ts';
import { recordKey } from '../gateway.ts';
import { fleetFrom, terminalLight } from './fleet.ts';
import { deviceGaps, type Gap } from './gaps.ts';
import type { SafeLight } from './light-choices.ts';

/** Numbers given up count as long as a month may still be open over them. */
const givenUpDays = 62;
const mostNamed = 5;
/** What books meals or recharges; a cabinet or a gate that is silent hides no money. */
const moneyKinds = ['POS', 'FACE_POS', 'SCALE', 'RECHARGE'] as const;
const gravest = ['WAITING', 'GAP', 'SILENT'] as const;

interface Missing {
  /** Up to the instant, as far as anybody can tell. */
  until: number;
  later: number;
}

/** Gaps behind a record that was taken after the instant lie after it as well. */
async function gapsAround(db: Db, organizationId: number, untilMs: number): Promise<Map<number, Missing>> {
  const gaps = (await deviceGaps(db, organizationId)).filter(({ stream }) => stream === 'MONEY').slice(0, 2_000);
  const keyBefore = (gap: Gap) => recordKey(gap, { epoch: gap.epoch, seq: gap.from - 1 });
  const known = await answeredNumbers(db, organizationId, gaps.map(keyBefore));
  const lastDay = businessDay(untilMs - 1);
  const missing = new Map<number, Missing>();
  for (const gap of gaps) {
    const before = known.get(keyBefore(gap))?.occurredDate;
    const side = before !== undefined && before > lastDay ? 'later' : 'until';
    const sofar = missing.get(gap.deviceId) ?? { until: 0, later: 0 };
    missing.set(gap.deviceId, { ...sofar, [side]: sofar[side] + gap.to - gap.from + 1 });
  }
  return missing;
}

/** Of what waits on a terminal, how much may be of the time up to the instant: all but what its later numbers account for. */
const waitingUntil = (waiting: number, { until, later }: Missing): number =>
  Math.max(waiting - later, Math.min(waiting, until));

/** `db` sees the whole organization. Flush `deviceSequences` before where what has just arrived must count. */
export async function safeToClose(db: Db, organizationId: number, untilMs: number): Promise<SafeLight> {
  const missing = await gapsAround(db, organizationId, untilMs);
  const until = isoAt(untilMs);
  const [fleet, suspense, givenUp] = await Promise.all([
    fleetFrom(db, untilMs, untilMs)
      .select([
        'd.id',
        'd.name',
        'd.status',
        terminalLight.as('light'),
        sql<number>`coalesce(b.offline_count, 0)`.as('waiting'),
      ])
      .innerJoin('device_type as y', 'y.id', 'd.type_id')
      .where('d.organization_id', '=', organizationId)
      .where('y.kind', 'in', [...moneyKinds])
      .orderBy('d.name')
      .execute(),
    db
      .selectFrom('offline_trade')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'SUSPENSE')
      .where('occurred_at', '<', until)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('device_gap_given_up')
      .select(sql<number>`coalesce(sum(to_seq - from_seq + 1), 0)::int`.as('n'))
      .where('organization_id', '=', organizationId)
      .where('given_up_at', '>=', isoAt(untilMs - givenUpDays * 86_400_000))
      .executeTakeFirstOrThrow(),
  ]);
  const devices: SafeLight['devices'] = [];
  for (const { id, name, status, light, waiting } of fleet) {
    const numbers = missing.get(id) ?? { until: 0, later: 0 };
    const kept = waitingUntil(waiting, numbers);
    const lost = Math.max(0, numbers.until - kept);
    const silent = light === 'SILENT' && status === 'ACTIVE';
    if (kept > 0) devices.push({ id, name, why: `${kept} 笔未上传`, kind: 'WAITING', count: kept });
    else if (lost > 0) devices.push({ id, name, why: `缺号 ${lost} 个`, kind: 'GAP', count: lost });
    else if (silent) devices.push({ id, name, why: '之后没有心跳', kind: 'SILENT', count: 0 });
  }
  devices.sort((a, b) => gravest.indexOf(a.kind) - gravest.indexOf(b.kind));
  const named = devices
    .slice(0, mostNamed)
    .map(({ name, why }) => `${name}（${why}）`)
    .join('、');
  const terminals = `${named}${devices.length > mostNamed ? ` 等 ${devices.length} 台设备` : ''}`;
  const said = [
    ...(devices.length > 0 ? [terminals] : []),
    ...(suspense.n > 0 ? [`${suspense.n} 条脱机消费待处理`] : []),
  ];
  if (said.length > 0) return { tone: 'RED', text: said.join('；'), terminals, devices, suspense: suspense.n };
  return givenUp.n > 0
    ? { tone: 'AMBER', text: `已放弃缺号 ${givenUp.n} 个，均有原因`, terminals, devices, suspense: 0 }
    : { tone: 'GREEN', text: '设备都已传齐，没有缺号', terminals, devices, suspense: 0 };
}
