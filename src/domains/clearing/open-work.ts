/** What waits for the platform: money that does not agree, bills that are not here, units under a red light, months to examine. */
import { sql } from 'kysely';
import { addDays } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { Work, WorkItem } from '../shell/public.server.ts';
import { businessDay } from '../wallet/public.server.ts';
import { lateBills, stillFailed } from './bills/late-bills.ts';
import './tables.ts';

const one = sql<number>`count(*)::int`.as('n');

/** What of a unit's own payments the channels say otherwise: the platform works it off, the unit is asked by its diners. */
export const unitWork: readonly Work[] = [
  {
    label: '渠道差异',
    path: '/admin/organization/channel_difference',
    search: { status: ['OPEN', 'PROCESSING'] },
    hint: '渠道账单与本单位的账对不上，平台正在处理',
  },
];

export async function platformWork(ctx: Ctx): Promise<WorkItem[]> {
  const yesterday = addDays(businessDay(ctx.clock.now()), -1);
  const [abnormal, uneven, red, months, books, late, unfetched] = await Promise.all([
    ctx.db
      .selectFrom('abnormal_trade')
      .select(one)
      .where('status', 'in', ['OPEN', 'PROCESSING'])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('merchant_bill as b')
      .select(one)
      .where('b.current', '=', true)
      .where(
        sql<boolean>`(b.gap_fen <> 0 or b.kind = 'TRADE' and exists (select /* wall: the platform's own work */ from abnormal_trade a where a.of_bill
          and a.channel = b.channel and a.merchant_no = b.merchant_no and a.day = b.day and a.status in ('OPEN', 'PROCESSING')))`,
      )
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('safe_light_day')
      .select(one)
      .where('day', '=', yesterday)
      .where('tone', '=', 'RED')
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('unit_month').select(one).where('status', '=', 'PENDING').executeTakeFirstOrThrow(),
    ctx.db.selectFrom('ledger_state').select(one).where('break_count', '>', 0).executeTakeFirstOrThrow(),
    lateBills(ctx),
    ctx.db.selectFrom('bill_fetch as f').select(one).where(stillFailed).executeTakeFirstOrThrow(),
  ]);
  const below = (page: string) => `/admin/platform/${page}`;
  return [
    {
      label: '异常交易',
      count: abnormal.n,
      path: below('abnormal_trade_record?status=OPEN,PROCESSING'),
      hint: '渠道、账与设备对不上的，待处理与处理中',
    },
    {
      label: '未平账单',
      count: uneven.n,
      path: below('merchant_bill?status=DIFF&day=*'),
      hint: '还有差异没有处理的渠道账单',
    },
    {
      label: '未到账单',
      count: late.length,
      path: below('merchant_bill/late?why=LATE'),
      hint: '有收款、十点以后还没有导入账单的日子',
    },
    {
      label: '账单下载失败',
      count: unfetched.n,
      path: below('merchant_bill/late?why=FAILED'),
      hint: '渠道没有给出账单的日子，每小时再试；也可以自己下载后导入',
    },
    {
      label: '红灯单位',
      count: red.n,
      path: below(`check_consume/light?day=${yesterday},${yesterday}&tone=RED`),
      hint: '昨天的设备没有传齐或有待处理记录，不能关账',
    },
    {
      label: '待审核月份',
      count: months.n,
      path: below('monthly_examine_consume?status=PENDING'),
      hint: '单位已月结或已到五日',
    },
    {
      label: '账目不平',
      count: books.n,
      path: below('ledger_check?state=BROKEN'),
      hint: '处理以前不出结算单、不能通过月度审核',
    },
  ];
}
