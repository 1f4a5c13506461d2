/** What a rule of the ledger found, in the clerk's words. The proof writes it in English, for logs. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';

type Say = (parts: string[], amount: (fen: string | undefined) => string) => string;

const gap = (a: string | undefined, b: string | undefined) => String(Number(a) - Number(b));

const words: readonly (readonly [RegExp, Say])[] = [
  [
    /^lines sum to (\S+) \(meals (\S*)\), sources (\S+)\/(\S*), header (\S+)\/(\S+)$/,
    ([sum, , source, , header], amount) =>
      `各行合计 ${amount(sum)}，付出方合计 ${amount(source)}，业务金额 ${amount(header)}`,
  ],
  [/^lines without posting$/, () => '有流水，没有业务'],
  [
    /^balance (\S+), lines sum to (\S+)$/,
    ([a, b], amount) => `余额 ${amount(a)}，流水合计 ${amount(b)}，相差 ${amount(gap(a, b))}`,
  ],
  [/^lines of a wallet that does not exist$/, () => '流水所属的账户不存在'],
  [/^version (\S+), (\S+) lines$/, ([a, b]) => `记账 ${a} 次，流水 ${b} 笔`],
  [
    /^balance (\S+), held (\S+), floor (\S+)$/,
    ([a, b, c], amount) => `余额 ${amount(a)}，冻结 ${amount(b)}，下限 ${amount(c)}`,
  ],
  [/^(\d+) postings$/, ([n]) => `入账 ${n} 次`],
  [/^no posted request under its key/, () => '没有对应的入账请求'],
  [/^answered with posting (\d+), which does not exist$/, ([id]) => `应答的业务 ${id} 不存在`],
  [/^without its lot, or that of another/, () => '发放没有对应的补贴账户，或账户的人员、批次不同'],
  [/^answered otherwise before its posting (\d+)$/, ([id]) => `请求编号另有应答，业务 ${id} 重复`],
  [/^trade without its posting/, () => '交易与业务的金额、人员或日期不一致'],
  [
    /^line (\d+) has version (\d+), (\S+) (\S+) is not (\S+)$/,
    ([n, , before, by, after], amount) =>
      `第 ${n} 笔：上笔余额 ${amount(before)} 加本笔 ${amount(by)}，不等于本笔余额 ${amount(after)}`,
  ],
  [
    /^reversed (\d*)\/\S* of (\d*)\/\S*, reversals sum to (\d*)\/\S*$/,
    ([a, b, c], amount) => `原金额 ${amount(b)}，记为已退 ${amount(a)}，退回业务合计 ${amount(c)}`,
  ],
  [
    /^counter (\d*)\/(-?\d*), trades (\d*)\/(-?\d*)$/,
    ([a, b, c, d], amount) => `累计 ${a || 0} 次 ${amount(b)}，交易 ${c || 0} 次 ${amount(d)}`,
  ],
  [
    /^rollup (-?\d*)\/(-?\d*)(?:\/\d*)?, lines (-?\d*)\/(-?\d*)(?:\/\d*)?$/,
    ([a, b, c, d], amount) => `汇总收入 ${amount(a)} 支出 ${amount(b)}，明细收入 ${amount(c)} 支出 ${amount(d)}`,
  ],
  [/^rollup .*, trades .*$/, () => '汇总与交易明细不一致'],
  [/^totals .*, folded by meal/, () => '夜里加好的汇总与当日明细汇总不一致'],
  [/^its days .*, folded /, () => '加好的一个月与其各日的汇总不一致'],
  [/^the day no longer matches its seal/, () => '与封存时不同，或与前一日不相连'],
  [/^held (\S+), active holds (\S*)$/, ([a, b], amount) => `冻结 ${amount(a)}，冻结单合计 ${amount(b)}`],
  [/^booked on (\S+) after its month was closed$/, ([day]) => `月结之后记入 ${day}`],
  [/^closed while an earlier month/, () => '更早的月份还没有月结'],
  [
    /^granted (\S+) \+ adjusted (\S+) ≠ used (\S+) \+ cleared (\S+) \+ returned (\S+) \+ left (\S+)$/,
    (parts, amount) => {
      const [granted, adjusted, used, cleared, returned, left] = parts.map(amount);
      return `发放 ${granted} + 调整 ${adjusted} ≠ 使用 ${used} + 清零 ${cleared} + 退回 ${returned} + 剩余 ${left}`;
    },
  ],
];

/** Amounts in yuan, or in meals (`meals`); a text no rule is known to write stays as it is. */
export function foundInWords(found: string, meals: boolean): string {
  const amount = (text: string | undefined) => {
    const n = Number(text || 0);
    if (!Number.isSafeInteger(n)) return String(text);
    return meals ? `${n} 次` : formatFenGrouped(n);
  };
  for (const [pattern, say] of words) {
    const match = pattern.exec(found);
    if (match) return say(match.slice(1), amount);
  }
  return found;
}
