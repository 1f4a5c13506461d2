/** 进出记录. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath, personOr } from '../../../people/public.server.ts';
import { insideNow } from '../inside-now.ts';
import { notePassagesSeen } from '../note-seen.ts';
import spec from './enter-record.page.ts';

/** Who came by an entrance code is no person of the unit: the code says for whom it was made. */
const holder = sql<string>`(select c.name from entrance_code c where c.organization_id = g.organization_id and c.id = g.code_id)`;

export default bind(spec, {
  list: over(spec, 'passage as g', {
    refs: ['personId as p', 'departmentId as d'],
    partition: 'g.day',
    columns: {
      differs: sql`((g.verdict = 'PASS') <> (g.judged = 'PASS'))`,
      temp: sql`g.temp10 / 10.0::double precision`,
      unseen: sql`(g.verdict <> 'PASS' and g.seen_at is null)`,
    },
    names: { personId: sql`coalesce(p.name, ${holder})`, departmentId: departmentPath },
    where: {
      keyword: (value) => sql<boolean>`(${personOr('g.card_no')(value)}
        or (g.code_id is not null and strpos(${holder}, ${String(value).trim()}) > 0))`,
    },
  }),
  actions: { seen: notePassagesSeen },
  notice: async (ctx) => {
    const inside = await insideNow(ctx, ownOrganization(ctx));
    if (inside.length === 0) return null;
    const words = inside.map(
      ({ name, count, off }) =>
        // Who slept here came in yesterday: in less out of today can be below nothing, and says nothing of who is inside.
        `${name} ${count < 0 ? `今天多出 ${-count} 人（昨天进来的）` : `${count} 人`}${off.length > 0 ? `（偏差：${off.join('、')}断网，或还有没传上来的）` : ''}`,
    );
    return {
      tone: inside.some(({ off }) => off.length > 0) ? 'warning' : 'info',
      text: `今天在区：${words.join('；')}`,
    };
  },
});
