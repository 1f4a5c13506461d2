import { sql } from 'kysely';
import { text } from '../../../../kit/define/field.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import '../../tables.ts';
import { fetchDay } from '../fetch-day.ts';
import { failedFetches, lateBills } from '../late-bills.ts';
import { takeBillFile } from '../take-file.ts';
import spec from './merchant_bill.page.ts';

const open = sql<number>`(select /* wall: the platform's own page */ count(*)::int from abnormal_trade a where a.of_bill and a.channel = b.channel
  and a.merchant_no = b.merchant_no and a.day = b.day and a.status in ('OPEN', 'PROCESSING') and b.current and b.kind = 'TRADE')`;

const nameOf = (channel: string) => (channel === 'WECHAT' ? '微信' : '支付宝');

export default bind(spec, {
  list: over(spec, 'merchant_bill as b', {
    columns: {
      openCount: open,
      status: sql`case when not b.current then 'OLD' when ${open} > 0 or b.gap_fen <> 0 then 'DIFF'
        when b.problem_count + b.missing_count > 0 then 'EXPLAINED' when b.transit_count > 0 then 'TRANSIT' else 'EVEN' end`,
    },
  }),
  notice: async (ctx) => {
    const [late, failed] = await Promise.all([lateBills(ctx), failedFetches(ctx)]);
    if (failed.length > 0) {
      const [first] = failed;
      const more = failed.length > 1 ? `等 ${failed.length} 份` : '';
      return {
        tone: 'warning',
        text: `自动下载失败：${first!.day} ${nameOf(first!.channel)} ${first!.merchant_no} ${first!.kind === 'TRADE' ? '交易账单' : '资金账单'}${more}（${first!.said}，已试 ${first!.tries} 次，每小时再试）。也可以在商户平台下载后拖到这里。`,
      };
    }
    if (late.length === 0) return null;
    const days = late.slice(0, 5).map(({ day, channel, merchantNo }) => `${day} ${nameOf(channel)} ${merchantNo}`);
    return {
      tone: 'warning',
      text: `未到账单 ${late.length} 份：${days.join('；')}${late.length > 5 ? '……' : ''}。账单只能下载最近三个月的，请尽快补上。`,
    };
  },
  bodies: { take: { fileKey: text('上传的文件', { required: true, max: 200 }) } },
  verbs: {
    take: (ctx, { fileKey }) =>
      typeof fileKey === 'string'
        ? takeBillFile(ctx, fileKey)
        : Promise.resolve(refuse('MALFORMED', { detail: 'fileKey' })),
  },
  actions: {
    fetch: (ctx, { values }) => fetchDay(ctx, { day: String(values.day), channel: values.channel as string | null }),
  },
  outsideTransaction: ['take', 'fetch'],
});
