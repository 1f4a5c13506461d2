/** 立即下载: the bills of one day asked for at once, and what became of each; what is here already is compared with what comes. */

import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { channelNames } from '../../funding/public.server.ts';
import { clearingRefusals } from '../refusals.ts';
import { billsOf, type Fetched, fetchNoted, lastBillDay } from './fetch-bills.ts';
import { keptDays } from './late-bills.ts';

/** Whoever waits at the screen is answered by then; what is left is fetched by the next press, or by the hour. */
const patienceMs = 60_000;

const results: Readonly<Record<Fetched['status'], string>> = { TAKEN: '已导入', NONE: '没有账单', FAILED: '失败' };

export async function fetchDay(
  ctx: Ctx,
  { day, channel }: { day: string; channel?: string | null },
): Promise<Show | Refusal> {
  const { services, clock } = ctx;
  const began = clock.now();
  const last = lastBillDay(began);
  if (day > last) return refuseField('day', `渠道次日 10:30 以后才有账单，现在最晚到 ${last}`);
  if (day < addDays(last, -keptDays)) return refuseField('day', '渠道只保留三个月的账单');
  const bills = (await billsOf(services, day, day)).filter(({ provider }) => !channel || provider.channel === channel);
  if (bills.length === 0)
    return refuse(clearingRefusals.BILL_NO_SOURCE, { channel: channel ? channelNames[channel as 'WECHAT'] : '渠道' });
  const fetched: Fetched[] = [];
  for (const bill of bills) {
    if (clock.now() - began > patienceMs) break;
    fetched.push(await fetchNoted(services, bill));
  }
  const count = (status: Fetched['status']) => fetched.filter((one) => one.status === status).length;
  const summary = [
    `已导入 ${count('TAKEN')} 份`,
    ...(count('NONE') > 0 ? [`没有账单 ${count('NONE')} 份`] : []),
    ...(count('FAILED') > 0 ? [`失败 ${count('FAILED')} 份`] : []),
    ...(fetched.length < bills.length ? [`还有 ${bills.length - fetched.length} 份没有下载，请再按一次`] : []),
  ].join('，');
  await ctx.audit({ action: '立即下载账单', targetName: `${day} ${summary}` });
  return {
    receipt: {
      title: `${day} 渠道账单`,
      lines: fetched.map(({ provider, kind, status, said }) => [
        `${channelNames[provider.channel]} ${provider.merchantNo} ${kind === 'TRADE' ? '交易账单' : '资金账单'}`,
        `${results[status]}${said ? `：${said}` : ''}`,
      ]),
      footer: `${summary}。${count('FAILED') > 0 ? '失败的每小时再试，也可以在商户平台下载后拖到页面上。' : ''}`,
    },
  };
}
