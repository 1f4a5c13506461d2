/** What is wrong with a request before anything is looked up: it must never reach a batch, a table or a new month. */
import { kitRefusals, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { MoneyRequest } from '../types.ts';

/** As the check on money_request says. */
const maxKeyLength = 120;
const dayMs = 86_400_000;
/** Old books may be replayed; a terminal with a mad clock may not create tables for months nobody lives in. */
const oldestDays = 3_660;
const newestDays = 400;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;

function outside(ms: number, nowMs: number): boolean {
  return !(ms >= nowMs - oldestDays * dayMs && ms <= nowMs + newestDays * dayMs);
}

/** The refusal of a malformed request, or undefined. */
export function checkRequest(request: MoneyRequest, nowMs: number): Refusal | undefined {
  const { length } = request.requestKey;
  if (length === 0 || length > maxKeyLength)
    return refuse(kitRefusals.MALFORMED, { detail: `请求编号须为 1–${maxKeyLength} 个字符` });
  if (outside(request.occurredAt, nowMs)) return refuse(kitRefusals.MALFORMED, { detail: '发生时间超出可入账范围' });
  const spendOn = request.kind === 'HOLD' ? request.spendOn : undefined;
  for (const day of [request.businessDate, spendOn]) {
    if (day === undefined || (datePattern.test(day) && !outside(Date.parse(`${day}T00:00:00Z`), nowMs))) continue;
    return refuse(kitRefusals.MALFORMED, { detail: `营业日不正确：${day.slice(0, 20)}` });
  }
  return undefined;
}
