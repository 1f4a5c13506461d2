/** Holds the console's reports against the month's known answers, to the fen. */
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { everyRow, type WholeList } from './every-row.ts';
import { mealTimes, type Swipe } from './plan-month.ts';
import type { CardMonth } from './read-data.ts';
import type { School } from './set-up.ts';

const area = '/admin/organization';

export interface Compared {
  report: string;
  what: string;
  known: string;
  found: string;
  ok: boolean;
}

/** Known sums by a key, and the same out of report rows; one line with how many keys differ. */
interface Sums {
  count: number;
  fen: number;
}
function sumBy<T>(items: readonly T[], key: (item: T) => string, of: (item: T) => Sums): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const item of items) {
    const { count, fen } = of(item);
    const sum = sums.get(key(item)) ?? { count: 0, fen: 0 };
    sums.set(key(item), { count: sum.count + count, fen: sum.fen + fen });
  }
  return sums;
}

function differing(known: ReadonlyMap<string, Sums>, found: ReadonlyMap<string, Sums>, countToo: boolean): string[] {
  return [...new Set([...known.keys(), ...found.keys()])].filter((key) => {
    const [a, b] = [known.get(key), found.get(key)];
    return a?.fen !== b?.fen || (countToo && a?.count !== b?.count);
  });
}

const each = (report: string, what: string, all: number, off: readonly string[]): Compared => ({
  report,
  what,
  known: `${all} 项`,
  found: off.length === 0 ? `${all} 项一致` : `${off.length} 项不符，如 ${off[0]}`,
  ok: off.length === 0,
});
const figure = (report: string, what: string, known: number, found: number | undefined, money: boolean): Compared => {
  const text = (n: number | undefined) =>
    n === undefined ? '—' : money ? formatFenGrouped(n) : n.toLocaleString('zh-CN');
  return { report, what, known: text(known), found: text(found), ok: known === found };
};
const identity = (report: string, list: WholeList): Compared => ({
  report,
  what: '勾稽关系',
  known: '成立',
  found: list.check?.ok ? '成立' : (list.check?.text ?? '没有给出'),
  ok: list.check?.ok === true,
});
const num = (value: unknown) => Number(value ?? 0);

/** Every line of the table; `today` is the business day the cards were recharged on. */
export async function compareMonth(
  school: School,
  cards: readonly CardMonth[],
  swipes: readonly Swipe[],
  today: string,
): Promise<Compared[]> {
  const { clerk } = school;
  const days = swipes.map((s) => s.date).sort();
  const month = days[0]!.slice(0, 7);
  const range = [`${month}-01`, lastDay(month)];
  const count = cards.reduce((sum, card) => sum + card.count, 0);
  const fen = cards.reduce((sum, card) => sum + card.amountFen, 0);
  const one = (s: Swipe): Sums => ({ count: 1, fen: s.amountFen });

  const personal = await everyRow(clerk, `${area}/personal_consume_summary`, { businessDate: range });
  const byCard = sumBy(
    cards,
    (c) => c.cardNo,
    (c) => ({ count: c.count, fen: c.amountFen }),
  );
  const foundByCard = sumBy(
    personal.rows,
    (r) => String(r.jobNumber),
    (r) => ({ count: num(r.count), fen: num(r.amountFen) }),
  );
  const personalSums = sumBy(
    personal.rows,
    () => '',
    (r) => ({ count: num(r.count), fen: num(r.amountFen) }),
  ).get('');

  const mealName = (id: unknown) =>
    mealTimes[[...school.mealIds].find(([, known]) => known === id)?.[0] ?? '']?.name ?? `餐次 ${id}`;
  const daily = await everyRow(clerk, `${area}/daily_consume_summary`, { businessDate: range });
  const byDay = sumBy(swipes, (s) => `${s.date} ${mealTimes[s.meal]!.name}`, one);
  const foundByDay = sumBy(
    daily.rows,
    (r) => `${r.businessDate} ${mealName(r.mealPeriodId)}`,
    (r) => ({ count: num(r.consumeCount), fen: num(r.amountFen) }),
  );

  const restaurants = await everyRow(clerk, `${area}/restaurant/monthly_data`, { businessDate: range });
  const byCanteen = sumBy(swipes, (s) => s.canteen, one);
  const foundByCanteen = sumBy(
    restaurants.rows,
    (r) => String(r.restaurantName),
    (r) => ({ count: 0, fen: num(r.amountFen) }),
  );

  const balances = await everyRow(clerk, `${area}/daily_balance_summary`, { businessDate: range }, 'businessDate');
  const outByDay = sumBy(swipes, (s) => s.date, one);
  const foundOut = sumBy(
    balances.rows.filter((r) => num(r.outFen) !== 0),
    (r) => String(r.businessDate),
    (r) => ({ count: 0, fen: num(r.outFen) }),
  );
  const now = await everyRow(clerk, `${area}/daily_balance_summary`, { businessDate: [today, today] });
  const differences = [...balances.rows, ...now.rows].filter((r) => num(r.differenceFen) !== 0);

  return [
    figure('个人消费汇总', '有消费的人数', byCard.size, personal.rows.length, false),
    figure('个人消费汇总', '次数合计', count, personalSums?.count, false),
    figure('个人消费汇总', '合计', fen, personalSums?.fen, true),
    each('个人消费汇总', '每人的次数与金额', byCard.size, differing(byCard, foundByCard, true)),
    identity('个人消费汇总', personal),
    figure('每日消费汇总', '笔数合计', count, daily.sums?.consumeCount, false),
    figure('每日消费汇总', '消费合计', fen, daily.sums?.amountFen, true),
    each('每日消费汇总', '每日每餐的笔数与金额', byDay.size, differing(byDay, foundByDay, true)),
    identity('每日消费汇总', daily),
    figure('餐厅月数据', '金额合计', fen, restaurants.sums?.amountFen, true),
    each('餐厅月数据', '每餐厅的金额', byCanteen.size, differing(byCanteen, foundByCanteen, false)),
    identity('餐厅月数据', restaurants),
    figure('每日余额汇总', '当月支出合计', fen, balances.sums?.outFen, true),
    each('每日余额汇总', '每日支出', outByDay.size, differing(outByDay, foundOut, false)),
    figure('每日余额汇总', '有差额的天数', 0, differences.length, false),
    figure('每日余额汇总', '现在的余额', school.rechargedFen - fen, num(now.rows[0]?.closingFen), true),
    identity('每日余额汇总', balances),
  ];
}

function lastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

/** What the ledger itself says: the thirteen rules over everything, and no number of a terminal missing. */
export async function proveLedger(school: School, wait: (ms: number) => Promise<unknown>): Promise<Compared[]> {
  const { clerk } = school;
  const path = `${area}/ledger_check`;
  await clerk.call(path, 'check');
  for (;;) {
    const state = await clerk.call<{
      running: object | null;
      failed: string | null;
      last: { breakCount: number; postingCount: number; seconds: number } | null;
    }>(path, 'state');
    if (state.failed) throw new Error(state.failed);
    if (state.running || !state.last) {
      await wait(500);
      continue;
    }
    const { breakCount, postingCount, seconds } = state.last;
    const devices = await everyRow(clerk, `${area}/device_list`);
    const missing = devices.rows.reduce((sum, row) => sum + num(row.missingCount), 0);
    return [
      figure(
        '账目核对',
        `不符处（${postingCount.toLocaleString('zh-CN')} 笔业务，${seconds.toFixed(1)} 秒）`,
        0,
        breakCount,
        false,
      ),
      figure('设备列表', '缺号', 0, missing, false),
    ];
  }
}
