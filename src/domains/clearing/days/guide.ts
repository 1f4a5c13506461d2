/** The platform's day in four steps: terminals, bills, records that wait, and somebody's name under it. */
import { sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { lateBills } from '../bills/late-bills.ts';
import { clearingRefusals } from '../refusals.ts';
import type { DayGuide, GapMap } from './day-guide.ts';
import { channelDiffers } from './differing.ts';

/** Whom to call: the first of them by name. */
const named = (units: readonly string[]) =>
  `${units.slice(0, 3).join('、')}${units.length > 3 ? `等 ${units.length} 家` : ''}`;

export async function dayGuide(ctx: Ctx, day: string): Promise<DayGuide> {
  const [devices, unseen, lights, bills, suspense, signed, late] = await Promise.all([
    ctx.db
      .selectFrom('device_check_day')
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`count(*) filter (where state in ('DIFF', 'PENDING_UPLOAD'))::int`.as('open'),
        sql<number>`count(*) filter (where state = 'NO_REPORT')::int`.as('silent'),
      ])
      .where('day', '=', day)
      .executeTakeFirstOrThrow(),
    // Before the night's look, or where it failed for a unit, nothing is known of its terminals: that is no green light.
    ctx.db
      .selectFrom('organization as o')
      .select('o.name')
      .where(
        sql<boolean>`exists (select from device d where d.organization_id = o.id and d.created_at < ${`${addDays(day, 1)}T00:00:00+08:00`}::timestamptz)`,
      )
      .where(
        sql<boolean>`not exists (select from safe_light_day l where l.organization_id = o.id and l.day = ${day}::date)`,
      )
      .orderBy('o.id')
      .execute(),
    ctx.db
      .selectFrom('safe_light_day as l')
      .innerJoin('organization as o', 'o.id', 'l.organization_id')
      .select(['o.name', 'l.said'])
      .where('l.day', '=', day)
      .where('l.tone', '=', 'RED')
      .orderBy('l.missing_count', 'desc')
      .orderBy('o.id')
      .execute(),
    ctx.db
      .selectFrom('abnormal_trade')
      .select([
        sql<number>`count(*)::int`.as('open'),
        sql<number>`(select /* wall: bills of the platform */ count(*)::int from merchant_bill b where b.current and b.kind = 'TRADE' and b.day = ${day}::date)`.as(
          'read',
        ),
      ])
      .where('of_bill', '=', true)
      .where('day', '=', day)
      .where('status', 'in', ['OPEN', 'PROCESSING'])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('offline_trade as t')
      .innerJoin('organization as o', 'o.id', 't.organization_id')
      .select(['o.name', sql<number>`count(*)::int`.as('n')])
      .where('t.state', '=', 'SUSPENSE')
      .where('t.occurred_at', '<', `${addDays(day, 1)}T04:00:00+08:00`)
      .groupBy(['o.id', 'o.name'])
      .orderBy('n', 'desc')
      .orderBy('o.id')
      .execute(),
    ctx.db
      .selectFrom('clearing_day_sign')
      .select(['signer_name', 'witness_name', 'signed_at', 'note'])
      .where('day', '=', day)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    lateBills(ctx),
  ]);
  const waiting = suspense.reduce((sum, { n }) => sum + n, 0);
  const lateCount = late.filter((one) => one.day === day).length;
  const days = { day: `${day},${day}` };
  return {
    day,
    over: day < businessDay(ctx.clock.now()),
    steps: [
      {
        title: '设备日',
        ok: devices.open === 0 && lights.length === 0 && unseen.length === 0,
        figure: [
          ...(unseen.length > 0 ? [`还没有核对：${named(unseen.map(({ name }) => name))}，请按「重新核对」`] : []),
          ...(devices.all > 0 || unseen.length === 0
            ? [`${devices.all} 台设备，${devices.open} 台有差异或未传齐，${devices.silent} 台不报总数`]
            : []),
          ...(lights.length > 0
            ? [`红灯单位：${named(lights.map(({ name, said }) => `${name}（${said}）`))}`]
            : unseen.length === 0
              ? ['没有红灯单位']
              : []),
        ].join('；'),
        path:
          devices.open > 0
            ? '/admin/platform/check_consume'
            : lights.length > 0
              ? '/admin/platform/check_consume/light'
              : null,
        query: { ...days, ...(devices.open > 0 ? { diffOnly: 'true' } : { tone: 'RED' }) },
      },
      {
        title: '渠道账单',
        ok: bills.open === 0 && lateCount === 0,
        figure: `已到 ${bills.read} 份，未到 ${lateCount} 份，待处理差异 ${bills.open} 笔`,
        path: bills.open > 0 ? '/admin/platform/abnormal_trade_record' : '/admin/platform/merchant_bill/late',
        query: bills.open > 0 ? { ...days, status: 'OPEN,PROCESSING' } : { day, why: 'LATE' },
      },
      {
        title: '待处理脱机消费',
        ok: waiting === 0,
        figure:
          waiting === 0
            ? '没有'
            : `${waiting} 条，由${named(suspense.map(({ name, n }) => `${name}（${n}）`))}在「脱机消费」处理`,
        path: '/admin/platform/check_consume/suspense',
        query: { businessDate: `,${day}` },
      },
    ],
    signed: signed
      ? { name: signed.signer_name, witness: signed.witness_name, at: signed.signed_at, note: signed.note }
      : null,
  };
}

/** 签核: refused while a step is open, unless a note says why it is signed all the same. */
export async function signDay(ctx: Ctx, day: string, note: string): Promise<{ id: number } | Refusal> {
  const guide = await dayGuide(ctx, day);
  if (!guide.over) return refuse(clearingRefusals.DAY_NOT_OVER, { day });
  const open = guide.steps.filter((step) => !step.ok);
  if (open.length > 0 && note.trim().length < 2)
    return refuse(
      clearingRefusals.DAY_OPEN,
      { day, what: open.map(({ title, figure }) => `${title}（${figure}）`).join('；') },
      { note: '有未完成的项目，请说明为什么现在签核' },
    );
  const id = await ctx.ids.next();
  await ctx.db
    .insertInto('clearing_day_sign')
    .values({
      id,
      day,
      figures: JSON.stringify(guide.steps) as never,
      note: note.trim(),
      signer_id: ctx.session.accountId,
      signer_name: ctx.session.name,
      witness_name: ctx.witness?.name ?? '',
      signed_at: isoAt(ctx.clock.now()),
    })
    .execute();
  await ctx.audit({ action: '签核当日核对', targetId: id, targetName: note ? `${day}：${note.trim()}` : day });
  return { id };
}

const mapDays = 14;
const mostUnits = 200;

/** 缺号地图: units by days, the worst first; a cell is the light of the day, how many numbers are missing, how many terminals differ. */
export async function gapMap(ctx: Ctx, to: string): Promise<GapMap> {
  const from = addDays(to, 1 - mapDays);
  const rows = await ctx.db
    .selectFrom('safe_light_day as l')
    .innerJoin('organization as o', 'o.id', 'l.organization_id')
    .select(['o.id', 'o.name', sql<string>`l.day::text`.as('day'), 'l.tone', 'l.said', 'l.missing_count as missing'])
    .where('l.day', '>=', from)
    .where('l.day', '<=', to)
    .orderBy('o.id')
    .execute();
  const differing = await ctx.db
    .selectFrom('device_check_day as d')
    .select(['d.organization_id as id', sql<string>`d.day::text`.as('day'), sql<number>`count(*)::int`.as('n')])
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .where(sql<boolean>`(d.state = 'DIFF' or ${channelDiffers})`)
    .groupBy(['d.organization_id', 'd.day'])
    .execute();
  const terminals = new Map(differing.map(({ id, day, n }) => [`${id} ${day}`, n]));
  const units = new Map<number, GapMap['units'][number]>();
  for (const { id, name, day, tone, said, missing } of rows) {
    const unit = units.get(id) ?? { id, name, cells: {} };
    const differ = terminals.get(`${id} ${day}`) ?? 0;
    unit.cells[day] = { tone: tone as GapMap['units'][number]['cells'][string]['tone'], said, missing, differ };
    units.set(id, unit);
  }
  const badness = (unit: GapMap['units'][number]) =>
    Object.values(unit.cells).reduce(
      (sum, { tone, missing, differ }) => sum + (tone === 'RED' ? 1_000 : 0) + missing + differ,
      0,
    );
  return {
    days: Array.from({ length: mapDays }, (_, i) => addDays(from, i)),
    units: [...units.values()].sort((a, b) => badness(b) - badness(a) || a.id - b.id).slice(0, mostUnits),
  };
}
