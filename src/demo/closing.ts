/** The books of a month that is over: proved, explained where something is still open, closed by two on the second of the next. */
import { type MonthCloseState, openMonths, runCheck, runClose } from '../domains/closing/public.server.ts';
import { demoPassword } from '../domains/identity/public.server.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import { approvers } from './staff.ts';

const page = `${area}/month_close`;

async function closeBefore({ services, organizationId, actor, plan }: Life, thisMonth: string): Promise<void> {
  const over = (await openMonths(services.pool, organizationId)).filter((month) => month < thisMonth);
  for (const month of over) {
    const check = await actor.call(`${area}/ledger_check`, 'check', {});
    await runCheck(services, { organizationId, id: check.id }, true);
    const state = await actor.call<MonthCloseState>(page, 'state', { month });
    for (const step of state.steps.filter(({ ok }) => !ok))
      await actor.call(page, 'accept', { month, step: step.key, note: '已核对，差异在次月处理' });
    // Two sign a month: the other administrator in the same dialog.
    const witness = { account: approvers[plan.loginName], password: demoPassword };
    const closingFen = state.totals!.closingFen;
    const { id } = await actor.call(page, 'close', { month, closingFen, witness });
    await runClose(services, { organizationId, id }, true);
  }
}

/** On the second of a month; the last month that is over waits for whoever looks at the demo. */
export function closing(life: Life, day: string, { to }: Span): Step[] {
  const month = day.slice(0, 7);
  if (!day.endsWith('-02') || month === to.slice(0, 7)) return [];
  return [{ when: at(day, 9 * 60 + 50), play: () => closeBefore(life, month) }];
}
