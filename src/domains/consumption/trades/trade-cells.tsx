/** «为什么这样扣»: the rule, the counters, the limits and the purses of one trade, in the words of a clerk. */

import type { CellProps, DetailProps } from '../../../kit/console/view.ts';
import { DrawerSection } from '../../../kit/console/widgets/facts.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { priceLines } from '../pricing/price-words.ts';

interface Trace {
  price?: unknown;
  split?: { account: string; fen: number }[];
  ruleDayUse?: { limitFen: number; usedFen: number }[];
  limits?: Record<string, number>;
  /** Before the trade: times and fen of the meal, times and fen of the day. */
  counters?: [mealCount: number, mealFen: number, dayCount: number, dayFen: number];
  reason?: string;
  reverses?: number;
}

const purses: Record<string, string> = {
  'wallet:MAIN': '主账户',
  'wallet:SUBSIDY': '补贴账户',
  'wallet:GIFT': '赠送账户',
  'wallet:COUNT': '次数账户',
  'wallet:ARREARS': '欠款账户',
};
const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;

const limitWords: Record<string, (value: number) => string> = {
  singleMaxFen: (v) => `单笔上限 ${yuan(v)}`,
  mealMaxCount: (v) => `每餐 ${v} 次`,
  mealMaxFen: (v) => `每餐 ${yuan(v)}`,
  dayMaxCount: (v) => `每日 ${v} 次`,
  dayMaxFen: (v) => `每日 ${yuan(v)}`,
  minBalanceFen: (v) => `最低消费余额 ${yuan(v)}`,
  repeatIntervalSec: (v) => `${v} 秒内同额视为疑似重复`,
};

/** Columns of a trade that say what each purse gave, in the order they are asked. */
const given: readonly [column: string, account: string][] = [
  ['subsidyFen', 'wallet:SUBSIDY'],
  ['giftFen', 'wallet:GIFT'],
  ['mainFen', 'wallet:MAIN'],
  ['arrearsFen', 'wallet:ARREARS'],
  ['thirdFen', 'channel'],
  ['countUsed', 'wallet:COUNT'],
];

/** What the purses gave: of a reversal its trace says it, of all others the trade. */
function splitOf(trace: Trace, trade: Readonly<Record<string, unknown>>) {
  if (trace.split) return trace.split;
  return given.flatMap(([column, account]) => {
    const fen = Number(trade[column] ?? 0);
    return fen > 0 ? [{ account, fen }] : [];
  });
}

/** The trace of a trade as lines of text. */
export function traceLines(trace: Trace, trade: Readonly<Record<string, unknown>> = {}): string[] {
  const lines = priceLines(trace.price);
  if (trace.reverses) lines.push(`退回原交易 ${trace.reverses}${trace.reason ? `，原因：${trace.reason}` : ''}`);
  const { counters, limits } = trace;
  if (counters) {
    const [mealCount, mealFen, dayCount, dayFen] = counters;
    lines.push(`此前本餐 ${mealCount} 次 ${yuan(mealFen)}，当日 ${dayCount} 次 ${yuan(dayFen)}`);
  }
  const bounds = Object.entries(limits ?? {}).flatMap(([key, value]) => limitWords[key]?.(value) ?? []);
  if (bounds.length > 0) lines.push(`适用限制：${bounds.join('，')}`);
  for (const { limitFen, usedFen } of trace.ruleDayUse ?? [])
    lines.push(`补贴每日最多用 ${yuan(limitFen)}，此前当日已用 ${yuan(usedFen)}`);
  for (const { account, fen } of splitOf(trace, trade))
    lines.push(
      `${purses[account] ?? '第三方'}${fen < 0 ? '退回' : '扣'} ${account === 'wallet:COUNT' ? `${Math.abs(fen)} 次` : yuan(Math.abs(fen))}`,
    );
  return lines;
}

function RuleTrace({ row, value }: CellProps) {
  const lines = traceLines((value ?? {}) as Trace, row);
  return (
    <ol style={{ margin: 0, paddingInlineStart: 18 }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

/** The trace as a section of a trade's drawer. */
export function TraceSection({ row }: DetailProps) {
  if (!row.ruleTrace) return null;
  return (
    <DrawerSection title="为什么这样扣">
      <RuleTrace row={row} value={row.ruleTrace} />
    </DrawerSection>
  );
}

export const tradeCells = { ruleTrace: RuleTrace };
