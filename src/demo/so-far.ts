/** Today as far as it has come, however early: a shop without a cashier, a clerk at the desk, a terminal that says no. */
import { runClear } from '../domains/subsidy/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import { dateAt, isoAt } from '../kit/server/clock.ts';
import { leaveGuests } from './guests.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import { type Swipe, swipeNow } from './swipe.ts';
import { sells } from './terminal.ts';
import { dayNumber, payCode } from './walk-ins.ts';
import { takesOf } from './weighing.ts';

const never = new AbortController().signal;

/** Part of today after which nothing of it is sold any more. */
export const soldBy = 0.4;

/** When what counts as today began: the calendar's day, and from four o'clock on the books' too. */
export function beginning(now: number): number {
  const midnight = at(dateAt(now), 0);
  return Math.max(midnight, now >= midnight + 4 * 3_600_000 ? midnight + 4 * 3_600_000 : midnight);
}

/** What the shop sold, and what its till refused: a card nobody has, and one of the lost. */
function sales(life: Life, day: string): Omit<Swipe, 'when'>[] {
  const { cast, places, plan } = life;
  const till = sells(places.devices, 'AMOUNT')[0]!;
  const [scale] = sells(places.devices, 'WEIGH');
  const window = sells(places.devices, 'FIXED')[0]!;
  const nobody = { id: 0, cardNo: '9900000002' };
  return [
    { device: till, person: cast[10]!, amountFen: plan.kind === 'SCHOOL' ? 450 : 1_800 },
    { device: window, person: nobody },
    { device: scale!, person: cast[11]!, takes: takesOf(life, dayNumber(day)) },
    { device: till, payCode: payCode(dayNumber(day), 97), amountFen: plan.kind === 'SCHOOL' ? 600 : 2_200 },
    { device: till, person: cast[0]!, amountFen: 800 },
    { device: till, person: cast[11]!, amountFen: plan.kind === 'SCHOOL' ? 300 : 1_500 },
  ];
}

/** The desk's work: money in and out, a subsidy given, one taken back, one cleared, one that returns with its meal. */
async function desk(life: Life, day: string): Promise<void> {
  const { actor, cast, plan, services, organizationId } = life;
  const { depositFen, cashOutFen } = plan.desk;
  const [first, second] = [cast[10]!.id, cast[11]!.id];
  const key = (what: string) => `demo-today-${what}-${day}`;
  await actor.call(`${area}/deposit`, 'create', { personId: first, amountFen: depositFen }, key('in'));
  const wechat = { personId: second, amountFen: depositFen, channel: 'WECHAT', channelNo: key('WECHAT') };
  await actor.call(`${area}/recharge`, 'create', wechat, key('recharge'));
  const out = { personId: second, amountFen: cashOutFen, reason: 'PARTIAL' };
  await actor.call(`${area}/cash_out_detail`, 'create', out, key('out'));
  await actor.call(`${area}/refund`, 'create', { ...out, reason: '多充退回', restWay: 'CASH' }, key('refund'));
  const { name, amountFen, reason } = plan.extra;
  const grants = `${area}/subsidy/recharge`;
  const gift = await actor.call(grants, 'create', { personId: first, amountFen, reason: `${reason}，${name}` });
  await actor.call(grants, 'return', { id: gift.id, returnFen: 500, reason: '多发退回' });
  const other = await actor.call(grants, 'create', { personId: second, amountFen, reason });
  const { rows } = await actor.call<{ rows: { id: number; batchId: number }[] }>(grants, 'query', {});
  const batchId = rows.find(({ id }) => id === other.id)!.batchId;
  const clearing = await actor.call(`${area}/subsidy/clear`, 'create', { batchId, reason: '发放对象有误' });
  await runClear(services, organizationId, clearing.id, never);
  const backs = `${area}/subsidy/refund`;
  const [trade] = await actor.call<{ id: number }[]>(backs, 'options', { keyword: cast[9]!.name });
  if (trade) await actor.call(backs, 'create', { tradeId: trade.id, reason: '重复扣款' }, key('back'));
}

/** This morning's temperatures; yesterday's fever was dealt with. */
async function temperatures({ actor, cast, services }: Life): Promise<void> {
  const path = `${area}/user/temperature`;
  const now = services.clock.now();
  const measured: [person: number, temperature: string, when: number, handle: string | null][] = [
    [7, '36.5', now, null],
    [8, '36.7', now, null],
    [9, '37.8', now, null],
    [10, '36.4', now - 86_400_000, null],
    [11, '38.1', now - 86_400_000, '已复测并送校医室，通知家属'],
  ];
  for (const [person, temperature, when, handle] of measured)
    await actor.call(path, 'create', { personId: cast[person]!.id, at: isoAt(when), temperature, handle });
}

/** What today has seen by `until`; all of it lies in today, by the calendar and by the books. */
export function soFar(life: Life, { until }: Span): Step[] {
  const begin = beginning(until);
  const share = (part: number) => begin + Math.floor((until - begin) * part);
  const day = dateAt(until);
  const by = chance(dayNumber(day));
  const sold = sales(life, day).map((sale, i) => {
    const when = share(0.1 + i * 0.05);
    return { when, play: () => swipeNow(life.services, { ...sale, when }, by) };
  });
  return [
    ...sold,
    { when: share(0.5), play: () => desk(life, day) },
    { when: share(0.6), play: () => temperatures(life) },
    { when: share(0.7), play: () => leaveGuests(life, day) },
  ];
}
