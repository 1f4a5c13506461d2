/** Server side of the system area's index: how much there is behind each entry. */

import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import system from './system.page.ts';

export default bind(system, {
  reads: ['summary'],
  bodies: { summary: nothing },
  verbs: {
    summary: async (ctx) => {
      const at = isoAt(ctx.clock.now());
      const { rows } = await sql<
        Record<'accounts' | 'locked' | 'sessions' | 'menus' | 'templates' | 'failures', number>
      >`select /* wall: counts of the whole server */
        (select count(*)::int from account where status = 'NORMAL') as accounts,
        (select count(*)::int from sign_in_guard where locked_until > ${at}) as locked,
        (select count(*)::int from admin_session where ended_at is null and expires_at > ${at}
          and last_seen_at > ${at}::timestamptz - interval '12 hours') as sessions,
        (select count(*)::int from menu where status = 'NORMAL' and not gone and level = 3) as menus,
        (select count(*)::int from role where is_template) as templates,
        (select count(*)::int from login_log where result <> 'OK' and at > ${at}::timestamptz - interval '24 hours') as failures`.execute(
        ctx.db,
      );
      return rows[0];
    },
  },
});
