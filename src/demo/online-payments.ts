/** Recharges paid by code in the last days: one whose notice came, one paid after it was closed, one whose payer walked away, one paid to the company's own number. Only with a channel to pay by. */
import type { Services } from '../kit/server/context.ts';
import type { Happening } from './happenings.ts';
import { area, at, type Life } from './life.ts';
import type { Units } from './units.ts';

const opened = (life: Life, nth: number, channel: 'WECHAT' | 'ALIPAY', amountFen: number) =>
  life.actor.call<{ id: number; orderNo: string }>(`${area}/recharge`, 'pay_code', {
    personId: life.cast[nth]!.id,
    amountFen,
    channel,
  });

/** The company is paid to its own number at one channel: what comes in there is its own at once. */
export async function openOwnNumber(services: Services, { platform }: Units, lives: readonly Life[]): Promise<void> {
  const company = lives.find(({ plan }) => plan.kind === 'COMPANY');
  if (!company || !services.pay.sandbox('ALIPAY')) return;
  await platform.call('/admin/platform/merchant', 'create', {
    organizationId: company.organizationId,
    channel: 'ALIPAY',
    merchantNo: '2021004100000031',
    status: 'ON',
  });
}

/** When whoever was not heard of paid, minutes after midnight. */
export const unheardMinute = 20 * 60 + 31;

export const onlineHappenings: readonly Happening[] = [
  {
    ago: 2,
    play: async (life, day) => {
      const sandbox = life.services.pay.sandbox('WECHAT');
      if (!sandbox) return;
      const { id } = await opened(life, 4, 'WECHAT', 5_000);
      await life.actor.call(`${area}/recharge`, 'sandbox_pay', { id });
      if (life.plan.kind !== 'SCHOOL') return;
      // Closed at the desk while its payer was paying, and no notice came: the bill of the day will tell.
      const late = await opened(life, 6, 'WECHAT', 3_000);
      await life.actor.call(`${area}/main_account_order`, 'close', { id: late.id });
      sandbox.paidUnheard({ outTradeNo: late.orderNo, amountFen: 3_000, paidAt: at(day, unheardMinute) });
    },
  },
  {
    ago: 1,
    play: async (life) => {
      if (!life.services.pay.sandbox('ALIPAY')) return;
      const { id } = await opened(life, 5, 'ALIPAY', 10_000);
      if (life.plan.kind === 'COMPANY') await life.actor.call(`${area}/recharge`, 'sandbox_pay', { id });
    },
  },
];

/** The sandbox forgets with the process; what it was paid unheard and nobody has worked off yet it is told again. */
export async function remindSandbox({ pay, pool }: Pick<Services, 'pay' | 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ channel: string; no: string; fen: number; at: string }>(
    `select /* wall: the channel knows no units */ channel, out_no as no, bill_fen as fen, happened_at as at from abnormal_trade
     where kind = 'UNCREDITED' and ref_type = 'RECHARGE' and status in ('OPEN', 'PROCESSING') and bill_fen is not null order by id`,
  );
  for (const { channel, no, fen, at: paidAt } of rows)
    pay.sandbox(channel)?.paidUnheard({ outTradeNo: no, amountFen: fen, paidAt: Date.parse(paidAt) });
}
