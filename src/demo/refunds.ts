/** Money on its way back to people, and money given to many at once; some of it waits for a second person. */
import { carryOutBatch, handInBatch } from './funding-batches.ts';
import type { Happening } from './happenings.ts';
import { area, type Life } from './life.ts';

const refunds = `${area}/refund`;

/** An application for `cast[i]`'s money. */
const apply = ({ actor, cast, plan }: Life, i: number, reason: string, rest: Record<string, unknown>) =>
  actor.call(refunds, 'create', { personId: cast[i]!.id, amountFen: plan.desk.cashOutFen, reason, ...rest });

const cash = { restWay: 'CASH' };

export const refundHappenings: readonly Happening[] = [
  {
    ago: 5,
    play: async (life) => {
      const { actor, plan } = life;
      const path = `${area}/recharge/more`;
      const amountFen = plan.desk.depositFen;
      await carryOutBatch(life, path, { amountFen, channel: 'TRANSFER', name: '岗位餐费预存', reason: '按月预存' });
      await handInBatch(life, path, { amountFen, channel: 'BANK', name: '节日慰问充值', reason: '节日慰问' });
      await actor.call(path, 'create', { mode: 'BY_TYPE', typeIds: await allTypes(life), amountFen, channel: 'BANK' });
    },
  },
  {
    ago: 4,
    play: async (life) => {
      const { id } = await apply(life, 10, '调离本单位，退还部分余额', cash);
      await life.checker.call(refunds, 'approve', { id });
      await life.actor.call(refunds, 'payCash', { id });
    },
  },
  {
    ago: 3,
    play: async (life) => {
      const { checker } = life;
      const bank = { restWay: 'BANK', bankName: '中国工商银行', bankAccount: '6222020200001234567' };
      const { id } = await apply(life, 8, '长期病假', bank);
      await checker.call(refunds, 'approve', { id });
      if (life.plan.kind === 'COMPANY')
        await life.actor.call(refunds, 'unpaid', { id, reason: '银行退票：户名与账号不符' });
      const other = await apply(life, 11, '余额过多', cash);
      await checker.call(refunds, 'reject', { id: other.id, reason: '请说明具体原因后重新申请' });
    },
  },
  {
    ago: 2,
    play: (life) =>
      carryOutBatch(life, `${area}/refund/more`, {
        amountFen: 1_000,
        restWay: 'BANK',
        name: '食堂停业退费',
        reason: '食堂检修停业',
      }),
  },
  { ago: 1, play: (life) => apply(life, 9, '转学/离职，申请退款', cash) },
];

async function allTypes({ actor }: Life): Promise<number[]> {
  return (await actor.call<{ id: number }[]>(`${area}/type`, 'options', { size: 200 })).map(({ id }) => id);
}
