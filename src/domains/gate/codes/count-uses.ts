/** Counts how often codes opened doors; one used more often than it may, by doors that were cut off from each other, is told. */
import { isoAt } from '../../../kit/server/clock.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { raise } from '../../alerts/public.server.ts';
import type { EventCtx } from '../../device/public.server.ts';
import type { ShownCode } from './judge-code.ts';

interface Use {
  code: ShownCode | undefined;
  direction: 'IN' | 'OUT';
  verdict: string;
}

/** In the transaction of the passages. */
export async function countUses(ctx: EventCtx, organizationId: number, passages: readonly Use[]): Promise<void> {
  const into = passages.flatMap(({ code, direction, verdict }) =>
    code && direction === 'IN' && verdict === 'PASS' ? [code.id] : [],
  );
  if (into.length === 0) return;
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string; used: number; most: number }>(
    `update entrance_code c set used = c.used + n.n
     from (select id, count(*)::int as n from unnest($2::bigint[]) id group by id) n
     where c.organization_id = $1 and c.id = n.id returning c.id, c.name, c.used, c.max_use as most`,
    [organizationId, into],
  );
  for (const { id, name, used, most } of rows.toSorted((a, b) => a.id - b.id)) {
    if (most === 0 || used <= most) continue;
    await raise(ctx, organizationId, {
      kind: 'CODE_OVERUSED',
      object: `code:${id}`,
      objectName: `${name} 的入口码`,
      restaurantId: null,
      detail: `可进 ${most} 次，各门合计已进 ${used} 次，最近一次 ${isoAt(ctx.clock.now()).slice(5, 16).replace('T', ' ')} 上报`,
      open: { path: '/admin/organization/enter_record', search: { codeId: [id] } },
    });
  }
}
