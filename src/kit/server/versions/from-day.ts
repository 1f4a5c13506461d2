/** The day a form of rules with versions names: today means at once, a later one plans, the past is refused. */
import { checkValue } from '../../define/check-value.ts';
import { date } from '../../define/field.ts';
import type { AnyPage } from '../../define/page.ts';
import { fromKey, mostDaysAhead, type Versions } from '../../define/versions.ts';
import { addDays, dateAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { refuseField } from '../page/values.ts';
import type { Refusal } from '../refusal.ts';

const field = date('生效日期');

/** First instant of a day on which a version of that day holds, ISO 8601. */
export const beginningOf = ({ dayBegins = '00:00' }: Versions, day: string): string =>
  `${day}T${dayBegins}:00.000+08:00`;

/** The day it is for versions that begin at `dayBegins`. */
export function versionDay({ dayBegins = '00:00' }: Versions, nowMs: number): string {
  const [hours = 0, minutes = 0] = dayBegins.split(':').map(Number);
  return dateAt(nowMs - (hours * 60 + minutes) * 60_000);
}

/** First and last day of the month before the one it is: what a changed rule is tried on. */
export function monthBefore(versions: Versions, nowMs: number): [from: string, to: string] {
  const to = addDays(`${versionDay(versions, nowMs).slice(0, 7)}-01`, -1);
  return [`${to.slice(0, 7)}-01`, to];
}

/** The context with `effectiveFrom` where the form names a later day. */
export function fromDay({ versions }: AnyPage, ctx: Ctx, body: Readonly<Record<string, unknown>>): Ctx | Refusal {
  const day = body[fromKey];
  if (!versions || day === undefined || day === null || day === '') return ctx;
  const wrong = checkValue(field, day);
  if (wrong || typeof day !== 'string') return refuseField(fromKey, `${field.label}${wrong ?? '不正确'}`);
  const today = versionDay(versions, ctx.clock.now());
  if (day < today) return refuseField(fromKey, `生效日期不能早于今天（${today}），已经发生的按当时的规则`);
  if (day > addDays(today, mostDaysAhead)) return refuseField(fromKey, '生效日期最多提前三年');
  return day === today ? ctx : { ...ctx, effectiveFrom: beginningOf(versions, day) };
}
