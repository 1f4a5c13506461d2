/** What a person gets under a rule: the amount of the type, times days or shifts where the rule counts them. */
import type { Rule } from './rule.ts';

export type Amount = { amountFen: number; units: number | null } | { wrong: string };

const unitNames = { ATTENDANCE: '出勤天数', SHIFT: '班次数' } as const;
/** Nobody works more days or shifts between two grants. */
const mostUnits = 400;

/** Amount in fen for a person of a type; `units` are the days or shifts the spreadsheet names. */
export function amountUnder(rule: Rule, typeId: number, units: number | null): Amount {
  const each = rule.amounts.get(typeId);
  if (each === undefined) return { wrong: '人员类别不在规则范围内' };
  if (rule.basis === 'FIXED') return { amountFen: each, units: null };
  const name = unitNames[rule.basis];
  if (units === null) return { wrong: `缺少${name}` };
  if (!Number.isSafeInteger(units) || units < 0 || units > mostUnits) return { wrong: `${name}不正确：${units}` };
  const paid = rule.maxUnits === null ? units : Math.min(units, rule.maxUnits);
  if (paid === 0) return { wrong: `${name}为 0` };
  return { amountFen: each * paid, units: paid };
}
