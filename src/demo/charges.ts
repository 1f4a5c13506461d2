/** Charges made and put right by hand: what diners report, meals nobody could swipe for, a window with a wrong price. */
import { runCorrectionBatch, runManualCharge } from '../domains/consumption/public.server.ts';
import type { Preview } from '../kit/define/preview.ts';
import type { Actor } from './act.ts';
import type { Happening, Paid } from './happenings.ts';
import { area, at, type Life } from './life.ts';
import { newcomers } from './newcomers.ts';

const corrections = `${area}/correct`;
const charges = `${area}/artificial_chopping`;
const never = new AbortController().signal;

type Values = Record<string, unknown>;

/** Hands a form in by its steps: the rows that may be chosen, the figures agreed to, the batch. */
async function byPreview(actor: Actor, path: string, values: Values, most = 1_000): Promise<number> {
  const { rows = [] } = await actor.call<Preview>(path, 'preview', values);
  const lines = rows.filter((row) => !row.problem).slice(0, most);
  const { agreed } = await actor.call<Preview>(path, 'preview', { ...values, lines });
  return (await actor.call(path, 'create', { ...values, lines, ...agreed })).id;
}

const restaurantOf = async ({ actor, plan }: Life): Promise<number> => {
  const [found] = await actor.call<{ id: number }[]>(`${area}/restaurant`, 'options', {
    keyword: plan.restaurants[0]!.name,
  });
  return found!.id;
};

/** A charge of that day's lunch. */
async function charge(life: Life, day: string, values: Values): Promise<number> {
  const { services, organizationId } = life;
  const id = await byPreview(life.actor, charges, {
    kind: 'ORDER',
    diningDate: day,
    mealPeriodId: life.places.mealIds.get('午餐'),
    restaurantId: await restaurantOf(life),
    way: 'RULE',
    ...values,
  });
  await runManualCharge(services, { organizationId, id }, never);
  return id;
}

/** The lunches of the window that served most. */
function busiest({ plan }: Life, day: string, paid: readonly Paid[]): readonly Paid[] {
  const [from, to] = [plan.meals[1]!.startTime, plan.meals[1]!.endTime].map((time) =>
    at(day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
  ) as [number, number];
  const lunches = paid.filter(
    ({ swipe }) => swipe.device.mode === 'FIXED' && swipe.person && swipe.when >= from && swipe.when < to,
  );
  const by = Map.groupBy(lunches, ({ swipe }) => swipe.device);
  return [...by.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

/** A window had yesterday's price in it: everybody there gets the difference back. */
async function rightPrice(life: Life, day: string, paid: readonly Paid[]): Promise<number | undefined> {
  const { actor, places, plan } = life;
  const [first] = busiest(life, day, paid);
  if (!first) return undefined;
  const price = plan.prices.find(({ meal }) => meal === '午餐')!;
  return byPreview(actor, `${corrections}/batch`, {
    deviceId: first.swipe.device.known.at.deviceId,
    businessDate: day,
    mealPeriodId: places.mealIds.get('午餐'),
    way: 'PRICE',
    priceFen: price.first - 200,
    reason: '窗口价格未及时更新，按公示价退差',
  });
}

export const chargeHappenings: readonly Happening[] = [
  {
    ago: 3,
    play: async (life, day, paid) => {
      const { services, organizationId, checker } = life;
      const id = await rightPrice(life, day, paid);
      if (id === undefined) return;
      const { rows } = await checker.call<{ rows: { id: number; status: string }[] }>(
        `${corrections}/batch`,
        'query',
        {},
      );
      if (rows.find((row) => row.id === id)?.status === 'PENDING_AUDIT')
        await checker.call(`${corrections}/batch`, 'approve', { id, note: '已核对公示价' });
      await runCorrectionBatch(services, { organizationId, id }, never);
    },
  },
  {
    ago: 2,
    play: async (life, day) => {
      const { cast } = life;
      await charge(life, day, { personIds: [cast[10]!.id, cast[11]!.id], reason: 'FORGOT_CARD', remark: '忘带卡' });
      const id = await charge(life, day, { personIds: [cast[7]!.id], reason: 'DEVICE_DOWN', remark: '窗口断电' });
      await life.actor.call(charges, 'reverse', { id, reason: '本人未就餐' });
      await runManualCharge(life.services, { organizationId: life.organizationId, id }, never);
    },
  },
  {
    ago: 1,
    play: async (life, day) => {
      const [owing] = await newcomers(life);
      const dear = { way: 'PRICE', reason: 'OTHER' };
      await charge(life, day, {
        ...dear,
        personIds: [owing],
        priceFen: 1_500,
        allowArrears: true,
        remark: '新入职首餐',
      });
      const [type] = await life.actor.call<{ id: number }[]>(`${area}/type`, 'options', {
        keyword: life.cast[0]!.type,
      });
      await charge(life, day, {
        ...dear,
        typeIds: [type!.id],
        priceFen: 4_800,
        allowArrears: true,
        remark: '部门聚餐',
      });
    },
  },
  {
    ago: 1,
    play: async (life, day, paid) => {
      const { actor } = life;
      const [first, second, third] = busiest(life, day, paid).map(({ tradeId }) => tradeId);
      if (third)
        await actor.call(corrections, 'create', {
          tradeId: third,
          kind: 'PART_REVERSE',
          amountFen: 200,
          reason: '打错菜',
        });
      if (second) {
        const reason = '刷卡两次，只取了一份';
        await actor.call(corrections, 'report', { tradeId: second, kind: 'DUPLICATE', reason });
      }
      if (first)
        await actor.call(corrections, 'report', { tradeId: first, kind: 'FULL_REVERSE', reason: '不是本人消费' });
    },
  },
];
