/** Recharges paid by code in the last days: one whose notice came, one whose payer walked away. Only with a channel to pay by. */
import type { Happening } from './happenings.ts';
import { area, type Life } from './life.ts';

const opened = (life: Life, nth: number, channel: 'WECHAT' | 'ALIPAY', amountFen: number) =>
  life.actor.call<{ id: number }>(`${area}/recharge`, 'pay_code', { personId: life.cast[nth]!.id, amountFen, channel });

export const onlineHappenings: readonly Happening[] = [
  {
    ago: 2,
    play: async (life) => {
      if (!life.services.pay.sandbox('WECHAT')) return;
      const { id } = await opened(life, 4, 'WECHAT', 5_000);
      await life.actor.call(`${area}/recharge`, 'sandbox_pay', { id });
      // Paid as well, by a notice that never came: the bill of the day will tell.
      if (life.plan.kind === 'SCHOOL') await opened(life, 6, 'WECHAT', 3_000);
    },
  },
  {
    ago: 1,
    play: async (life) => {
      if (life.services.pay.sandbox('ALIPAY')) await opened(life, 5, 'ALIPAY', 10_000);
    },
  },
];
