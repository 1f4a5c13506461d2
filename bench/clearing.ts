/**
 * A channel's bill of a large day: fetched as a file, read, kept line by line, matched over all units, and dropped once more. One
 * durable database, in one process with the server.
 */
import { billLines, fetchBill, yuan } from '../src/domains/clearing/testing.ts';
import { wechatBill } from '../src/domains/funding/testing.ts';
import { addDays, dateAt } from '../src/kit/server/clock.ts';
import type { MealFigure } from './meal-kitchen.ts';
import { inSmallHouse } from './small-house.ts';

/** One in so many of the bill's lines is of no order. */
const strangeEvery = 1_000;
const number = 'BENCH0001';
/** What a bill may take: 300,000 lines a minute. */
const [limitLines, limitMs] = [300_000, 60_000];

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** What the process has grown by at most while `work` ran, MiB. */
async function grown<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number; mib: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const start = performance.now();
  try {
    const answer = await work();
    return { answer, ms: performance.now() - start, mib: (most - before) / 2 ** 20 };
  } finally {
    clearInterval(look);
  }
}

export const measureClearing = (log: (line: string) => void, lines: number): Promise<MealFigure[]> =>
  inSmallHouse(log, async ({ services, organizationId }, add) => {
    const day = addDays(dateAt(services.clock.now()), -1);
    // Orders as they stand once they are credited: taking a day's payments is not what is measured.
    await services.pool.query(
      `insert into recharge_order (organization_id, id, order_no, person_id, account_kind, amount_fen, gift_fen, fee_fen, channel, channel_no,
         operator_name, posting_id, balance_after_fen, business_date, paid_at, credited_at, status, remark, created_at, merchant_no, credited_via)
       select o.organization_id, 8000000000000 + n, 'BENCH' || n || '-' || (o.organization_id % 1000), o.person_id, 'MAIN', 1000 + n % 9000, 0, 0, 'WECHAT',
         '42' || lpad(n::text, 26, '0'), '', 8000000000000 + n, 0, $2, $2::date + interval '2 hours' + n * (interval '20 hours' / $4::int),
         $2::date + interval '2 hours', 'CREDITED', '', $2::date + interval '2 hours', $3, 'CALLBACK'
       from generate_series(1, $4::int) n, (select * from recharge_order where organization_id = $1 and credited_via is not null order by id limit 1) o`,
      [organizationId, day, number, lines],
    );
    await services.pool.query('vacuum analyze recharge_order');
    const paid = (await billLines({ services }, 'WECHAT', day)).filter(({ outTradeNo }) =>
      outTradeNo.startsWith('BENCH'),
    );
    const strange = paid
      .filter((_, i) => i % strangeEvery === 0)
      .map((line, i) => ({
        ...line,
        outTradeNo: `POS${i}`,
        channelNo: `43${String(i).padStart(26, '0')}`,
        amount: yuan(100 + i),
      }));
    const bytes = Buffer.from(wechatBill([...paid, ...strange].map((line) => ({ ...line, merchantNo: number }))));
    const provider = {
      ...services.pay.provider('WECHAT')!,
      merchantNo: number,
      bill: async () => ({ name: `${number}-交易账单-${day}.csv`, bytes }),
    };
    const { pay } = services;
    services.pay = { ...pay, provider: (channel) => (channel === 'WECHAT' ? provider : pay.provider(channel)) };
    const take = () => fetchBill(services, { provider, kind: 'TRADE', day });
    const first = await grown(take);
    if (first.answer.status !== 'TAKEN') throw new Error(first.answer.said);
    const { rows } = await services.pool.query<{ lines: number; matched: number; problems: number }>(
      `select /* wall: the platform's own */ line_count as lines, matched_count as matched, problem_count as problems from merchant_bill
       where merchant_no = $1 and current`,
      [number],
    );
    const told = rows[0]!;
    if (told.matched !== paid.length || told.problems !== strange.length)
      throw new Error(`相符 ${told.matched}，应为 ${paid.length}；有差异 ${told.problems}，应为 ${strange.length}`);
    const again = await grown(take);
    const size = `${(bytes.length / 2 ** 20).toFixed(0)} MiB`;
    add(
      {
        name: `交易账单 ${told.lines.toLocaleString('en-US')} 行，读取、保存与逐笔核对`,
        said: seconds(first.ms),
        limit: `${seconds((lines * limitMs) / limitLines)}（300,000 行 60 s）`,
        beside: `${size}；${((told.lines / first.ms) * 1000).toFixed(0)} 行/秒，差异 ${told.problems} 笔`,
      },
      { name: '其间进程增加的内存', said: `${first.mib.toFixed(0)} MiB`, limit: '200 MiB', beside: '含账单文件本身' },
      { name: '同一文件再导入一次', said: seconds(again.ms), limit: '—', beside: again.answer.said },
    );
  });
