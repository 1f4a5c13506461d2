/**
 * Who may pass a door when: decided by the door itself and once more by the server, by the same rules. Rules that name the
 * person go before those of groups, and among equals a denial before an allowance. Pure.
 */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';

export interface DoorRule {
  id: number;
  name: string;
  effect: 'ALLOW' | 'DENY';
  direction: 'IN' | 'OUT' | 'BOTH';
  /** All three empty: everybody. Departments are meant with all below them. */
  typeIds: readonly number[];
  departmentIds: readonly number[];
  personIds: readonly number[];
  exceptIds: readonly number[];
  /** Empty: every day. */
  dayKinds: readonly string[];
  fromDate: string | null;
  toDate: string | null;
  /** `HH:mm`, over midnight where the end is not after the beginning; null: all day. */
  fromTime: string | null;
  toTime: string | null;
}

export interface Passing {
  personId: number;
  typeId: number;
  /** Own department and all above it. */
  departmentIds: readonly number[];
  direction: 'IN' | 'OUT';
  /** Epoch ms. */
  at: number;
}

/** Kind of a calendar date: WORKDAY, WEEKEND or HOLIDAY. */
export type KindOfDay = (date: string) => string;

/** Does the rule name the person (2), a group of theirs or everybody (1), or not them (0)? */
function namesWhom({ personIds, typeIds, departmentIds, exceptIds }: DoorRule, who: Passing): 0 | 1 | 2 {
  if (exceptIds.includes(who.personId)) return 0;
  if (personIds.includes(who.personId)) return 2;
  const all = personIds.length + typeIds.length + departmentIds.length === 0;
  const ofGroup = typeIds.includes(who.typeId) || who.departmentIds.some((id) => departmentIds.includes(id));
  return all || ofGroup ? 1 : 0;
}

/** Is it the rule's hour? What begins in the evening belongs to the day it begins on. */
function holdsAt(rule: DoorRule, at: number, kindOf: KindOfDay): boolean {
  const minute = isoAt(at).slice(11, 16);
  const overnight = rule.fromTime !== null && rule.toTime! <= rule.fromTime;
  const tail = overnight && minute < rule.toTime!;
  if (rule.fromTime !== null && !tail && (minute < rule.fromTime || (!overnight && minute >= rule.toTime!)))
    return false;
  const date = dateAt(tail ? at - 86_400_000 : at);
  if (rule.fromDate !== null && date < rule.fromDate) return false;
  if (rule.toDate !== null && date > rule.toDate) return false;
  return rule.dayKinds.length === 0 || rule.dayKinds.includes(kindOf(date));
}

export interface Verdict {
  may: boolean;
  /** The rule that decided, or why none did. */
  why: string;
}

/**
 * What the rules of a district say. Without a rule in use everybody on the list may pass, both ways; with one whoever no rule
 * names may not come in. Out is refused by a denial alone: nobody is locked in because nobody wrote a rule for leaving.
 */
export function judge(rules: readonly DoorRule[], who: Passing, kindOf: KindOfDay): Verdict {
  const meant = rules
    .filter(({ direction }) => direction === 'BOTH' || direction === who.direction)
    .map((rule) => ({ rule, names: namesWhom(rule, who) }))
    .filter(({ rule, names }) => names > 0 && holdsAt(rule, who.at, kindOf))
    .sort((a, b) => b.names - a.names || Number(a.rule.effect === 'ALLOW') - Number(b.rule.effect === 'ALLOW'));
  const [first] = meant;
  if (first) return { may: first.rule.effect === 'ALLOW', why: first.rule.name };
  if (rules.length === 0) return { may: true, why: '本区域没有规则' };
  return who.direction === 'OUT' ? { may: true, why: '没有规则禁止外出' } : { may: false, why: '没有规则允许此时进入' };
}
