/** The state of a service beside rows of `unit_service`, as `serviceState` says it; the list joins `withToday`. */
import { type RawBuilder, sql } from 'kysely';
import { expiringDays, graceDays } from './service-state.ts';

/** `alias` is of unit_service, `clock.today` the day it is looked at. */
export const stateSql = (alias: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case when ${of('sale')} <> 'NORMAL' then 'FREE'
    when ${of('closed_on')} is not null then 'CLOSED'
    when ${of('end_on')} is null then case when ${of('base')} then 'ACTIVE' else 'NONE' end
    when ${of('end_on')} >= clock.today then case when ${of('trial')} then 'TRIAL'
      when ${of('end_on')} - clock.today <= ${sql.lit(expiringDays)} then 'EXPIRING' else 'ACTIVE' end
    when clock.today - ${of('end_on')} <= ${sql.lit(graceDays)} then 'GRACE' else 'READ_ONLY' end`;
};
