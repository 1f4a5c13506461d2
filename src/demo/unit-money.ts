/** Money between units, brought up to date every morning of the last fortnight as the night's job does it. */
import { settleOrganization } from '../domains/settlement/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import { at, type Life, type Span, type Step } from './life.ts';

export function unitMoney({ services, organizationId }: Life, day: string, { to }: Span): Step[] {
  if (day <= addDays(to, -14)) return [];
  return [{ when: at(day, 6 * 60), play: () => settleOrganization(services, organizationId) }];
}
