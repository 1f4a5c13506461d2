/**
 * What becomes of the meals a person reported in a month: eaten, missed and forgiven, missed and charged. Pure: the same facts
 * give the same answer in whatever order they became known, so it is run as often as wanted and only differences are booked.
 */
import { formatFenGrouped, mulDivHalfUp } from '../../../kit/define/fen.ts';

/** What the rule of a meal says of a portion nobody came for; of the version that held at the meal. */
export interface Terms {
  ruleName: string;
  /** Which version of the rule it was, and the day since which it holds (`YYYY-MM-DD`); null of a rule that is not saved yet. */
  version: { no: number; since: string } | null;
  /** NONE: nothing happens; WARN: it is noted; CHARGE: it is charged by the steps. */
  onMiss: 'NONE' | 'WARN' | 'CHARGE';
  /** Misses of the month that are forgiven, the earliest first. */
  freePerMonth: number;
  /** Basis points of the price from the nth miss of the month on, rising; 100 % without a step. */
  steps: readonly { from: number; basisPoints: number }[];
  /** Most that one day, and one month, may cost; null: no bound. */
  dayCapFen: number | null;
  monthCapFen: number | null;
}

/** Why a portion is no miss although nobody ate it. */
export type Excuse = 'ABSENCE' | 'WHITE_LIST' | 'WAIVED';

/** One reported meal whose time is over. */
export interface MealCase {
  diningDate: string;
  mealPeriodId: number;
  mealName: string;
  /** `HH:mm`: orders the meals of a day. */
  startTime: string;
  /** `HH:mm` */
  endTime: string;
  portions: number;
  /** What a missed portion costs at 100 %. */
  priceFen: number;
  terms: Terms;
  /** How it is known that the person ate, in words; null when nothing says so. */
  eaten: string | null;
  /** Came and could not be served, or ate and it was taken back: nobody is charged for that by a machine. */
  unclear: string | null;
  excuse: { kind: Excuse; note: string } | null;
}

export type Fate = 'EATEN' | 'EXCUSED' | 'UNCLEAR' | 'IGNORED' | 'WARNED' | 'EXEMPT' | 'CHARGE';

export interface Decided {
  diningDate: string;
  mealPeriodId: number;
  fate: Fate;
  /** Which miss of the month it is, from 1; 0 where it is none. */
  nth: number;
  chargeFen: number;
  /** The sentence a diner is shown. */
  reason: string;
}

const excuses: Readonly<Record<Excuse, string>> = { ABSENCE: '已登记缺勤', WHITE_LIST: '免扣名单', WAIVED: '已豁免' };

/** The share of the nth miss, basis points. */
export function shareOf({ freePerMonth, steps }: Pick<Terms, 'freePerMonth' | 'steps'>, nth: number): number {
  if (nth <= freePerMonth) return 0;
  return steps.reduce((share, step) => (step.from <= nth ? step.basisPoints : share), 10_000);
}

const ruleWords = ({ ruleName, version }: Terms) =>
  `规则「${ruleName}」${version ? `第 ${version.no} 版（${version.since} 起）` : ''}`;

function missed(
  meal: MealCase,
  nth: number,
  leftOfDayFen: number,
  leftOfMonthFen: number,
): Omit<Decided, 'diningDate'> {
  const { terms, priceFen, mealPeriodId, diningDate, mealName, portions, startTime, endTime } = meal;
  const facts = `${diningDate.slice(5)} ${mealName}报 ${portions} 份，截止后未取消；供餐 ${startTime}–${endTime} 无消费、取餐、脱机记录`;
  const came = `${facts}；本月第 ${nth} 次报餐未就餐`;
  const answer = (fate: Fate, chargeFen: number, words: string) => ({
    mealPeriodId,
    fate,
    nth,
    chargeFen,
    reason: `${came}，${words}`,
  });
  if (terms.onMiss === 'NONE') return answer('IGNORED', 0, `${ruleWords(terms)}不处理`);
  if (terms.onMiss === 'WARN') return answer('WARNED', 0, `${ruleWords(terms)}只作警告`);
  if (nth <= terms.freePerMonth) return answer('EXEMPT', 0, `每月免扣 ${terms.freePerMonth} 次，这是其中第 ${nth} 次`);
  const share = shareOf(terms, nth);
  const wholeFen = mulDivHalfUp(priceFen, share, 10_000);
  const chargeFen = Math.max(0, Math.min(wholeFen, leftOfDayFen, leftOfMonthFen));
  const free = terms.freePerMonth > 0 ? `免扣 ${terms.freePerMonth} 次已用完，` : '';
  const part = share === 10_000 ? '' : `的 ${share / 100}%`;
  const capped = chargeFen < wholeFen ? `，已到${leftOfDayFen < leftOfMonthFen ? '每日' : '每月'}上限` : '';
  const words = `${free}按${ruleWords(terms)}扣餐价 ${formatFenGrouped(priceFen)} 元${part}，计 ${formatFenGrouped(chargeFen)} 元${capped}`;
  return answer(chargeFen > 0 ? 'CHARGE' : 'EXEMPT', chargeFen, words);
}

/** Neither eaten nor excused nor left open: it counts among the misses of its month, which no other meal does. */
export const isMiss = ({ eaten, excuse, unclear }: Pick<MealCase, 'eaten' | 'excuse' | 'unclear'>): boolean =>
  eaten === null && excuse === null && unclear === null;

/** The fate of every meal of one person in one calendar month, in the order of the meals. */
export function decideMonth(meals: readonly MealCase[]): Decided[] {
  const inOrder = [...meals].sort(
    (a, b) =>
      a.diningDate.localeCompare(b.diningDate) ||
      a.startTime.localeCompare(b.startTime) ||
      a.mealPeriodId - b.mealPeriodId,
  );
  let nth = 0;
  let monthFen = 0;
  const dayFen = new Map<string, number>();
  return inOrder.map((meal) => {
    const { diningDate, mealPeriodId, terms } = meal;
    const other = (fate: Fate, reason: string): Decided => ({
      diningDate,
      mealPeriodId,
      fate,
      nth: 0,
      chargeFen: 0,
      reason,
    });
    if (meal.eaten !== null) return other('EATEN', meal.eaten);
    if (meal.excuse) return other('EXCUSED', [excuses[meal.excuse.kind], meal.excuse.note].filter(Boolean).join('：'));
    if (meal.unclear !== null) return other('UNCLEAR', meal.unclear);
    nth += 1;
    const ofDay = dayFen.get(diningDate) ?? 0;
    const decided = missed(
      meal,
      nth,
      (terms.dayCapFen ?? Number.MAX_SAFE_INTEGER) - ofDay,
      (terms.monthCapFen ?? Number.MAX_SAFE_INTEGER) - monthFen,
    );
    dayFen.set(diningDate, ofDay + decided.chargeFen);
    monthFen += decided.chargeFen;
    return { diningDate, ...decided };
  });
}
