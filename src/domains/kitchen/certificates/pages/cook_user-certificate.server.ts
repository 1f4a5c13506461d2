/** 健康证. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { clear } from '../../../alerts/public.server.ts';
import { settlePasses } from '../../passes/settle-passes.ts';
import { kitchenRefusals } from '../../refusals.ts';
import { isSelf } from '../../workers/own-person.ts';
import { certificateFlow } from '../certificate-flow.ts';
import spec from './cook_user-certificate.page.ts';

export default bind(spec, {
  list: over(spec, 'health_certificate as c', {
    version: true,
    maker: 'c.maker_id',
    names: {
      cookUserId: sql`(select p.name from cook_user w join person p on p.organization_id = w.organization_id and p.id = w.person_id
        where w.organization_id = c.organization_id and w.id = c.cook_user_id)`,
    },
  }),
  actions: moves(certificateFlow, {
    table: 'health_certificate',
    name: (one) => one.no,
    check: {
      confirm: async (ctx, one) => {
        const worker = await ctx.db
          .selectFrom('cook_user')
          .select('person_id')
          .where('id', '=', one.cook_user_id)
          .executeTakeFirstOrThrow();
        return (await isSelf(ctx, worker.person_id))
          ? refuse(kitchenRefusals.CERTIFICATE_OWN, { name: one.no })
          : undefined;
      },
    },
    after: {
      // Doors open again within a minute: the feed has the passes now.
      confirm: async (ctx, one) => {
        const of = {
          organizationId: ownOrganization(ctx),
          workerIds: [one.cook_user_id],
          nowMs: ctx.clock.now(),
          why: '新健康证',
        };
        await settlePasses(sqlOf(ctx.db), ctx.ids, of);
        await clear(ctx, of.organizationId, {
          kind: 'HEALTH_CERT',
          object: `worker:${one.cook_user_id}`,
          detail: `新证 ${one.no}`,
        });
      },
    },
  }),
});
