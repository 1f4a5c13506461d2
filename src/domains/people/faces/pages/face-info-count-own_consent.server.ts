/** 改由本人同意. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { personOr } from '../../persons/person-search.ts';
import { withdrawConsent } from '../face-actions.ts';
import { guardianAge, ownConsentDays } from '../face-states.ts';
import { recordOwnConsent, waitsForOwn } from '../own-consent.ts';
import spec from './face-info-count-own_consent.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'face_info as f',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      version: true,
      columns: {
        name: 'p.name',
        birthday: 'p.birthday',
        consentOn: sql`(f.consent_at at time zone 'Asia/Shanghai')::date`,
        askedOn: 'f.self_asked_on',
        dueOn: sql`now.due`,
        daysLeft: sql`greatest(0, now.left)`,
        state: sql`case when now.left < 0 then 'OVERDUE' else 'DUE' end`,
      },
      names: { departmentId: departmentPath },
      where: { keyword: personOr() },
    },
    (from, ctx) => {
      const today = dateAt(ctx.clock.now());
      return from
        .innerJoinLateral(
          sql<{ due: string; left: number }>`(select f.self_asked_on + ${ownConsentDays}::int as due,
            f.self_asked_on + ${ownConsentDays}::int - ${today}::date as left)`.as('now'),
          (on) => on.onTrue(),
        )
        .where(waitsForOwn(today));
    },
  ),
  actions: {
    record: recordOwnConsent,
    decline: (ctx, { rows, ...rest }) =>
      withdrawConsent(ctx, { ...rest, rows: rows.map((row) => ({ ...row, id: Number(row.personId) })) }),
  },
  outsideTransaction: ['decline'],
  notice: async () => ({
    tone: 'info',
    text: `监护人为不满 ${guardianAge} 周岁的人同意的，满 ${guardianAge} 周岁当夜列入，${ownConsentDays} 天内登记本人的同意书；没有登记生日的无法判断，请补全档案`,
  }),
});
