/** Many people of the measured organization, opened by the command an import uses. */
import { actorOf } from '../src/demo/units.ts';
import { acting, openPeople } from '../src/domains/people/public.server.ts';
import type { Services } from '../src/kit/server/context.ts';
import { sqlOf } from '../src/kit/server/db/sql-of.ts';
import { isRefusal, refusalMessage } from '../src/kit/server/refusal.ts';

const perCall = 1000;

export interface Opened {
  id: number;
  cardNo: string;
}

/** Opens `count` people spread over the school's classes; job numbers begin with `prefix`, cards are numbers from `firstCard`. */
export async function openMany(
  services: Services,
  organizationId: number,
  { prefix, count, firstCard }: { prefix: string; count: number; firstCard: number },
): Promise<Opened[]> {
  const actor = await actorOf(services, 'school');
  const ctx = actor.ctx('/admin/organization/user');
  const classes = await services.db
    .selectFrom('person')
    .select(['department_id as departmentId', 'type_id as typeId'])
    .distinct()
    .where('organization_id', '=', organizationId)
    .execute();
  const people: Opened[] = [];
  for (let from = 0; from < count; from += perCall) {
    const rows = Array.from({ length: Math.min(perCall, count - from) }, (_, i) => {
      const number = from + i;
      return {
        ...classes[number % classes.length],
        name: `${'赵钱孙李周吴郑王'[number % 8]}${'一二三四五六七八九十'[number % 10]}${'春夏秋冬'[number % 4]}`,
        jobNumber: `${prefix}${String(number).padStart(6, '0')}`,
        cardNo: String(firstCard + number),
      };
    });
    const opened = await services.db.transaction().execute((trx) => openPeople(sqlOf(trx), acting(ctx), rows));
    if (isRefusal(opened)) throw new Error(refusalMessage(opened));
    people.push(...rows.map((row, i) => ({ id: opened.personIds[i]!, cardNo: row.cardNo })));
  }
  return people;
}
