/** Terminals that know people by their faces and by nothing else. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';

const condition = `'FACE' = any(t.abilities) and not t.abilities && array['CARD', 'QR']`;

/** Of a type `t`. */
export const faceOnly = sql<boolean>`${sql.raw(condition)}`;

/** How many of the unit's have no other way beside; what they do cannot be written down by hand either. */
export async function readFaceOnly(ctx: Ctx): Promise<number> {
  const { rows } = await sqlOf(ctx.db).query<{ n: number }>(
    `select count(*)::int as n from device v join device_type t on t.id = v.type_id
     where v.organization_id = $1 and v.status in ('ACTIVE', 'REPAIR') and ${condition}
       and t.kind not in ('MORNING_CHECK', 'SAMPLE_CABINET')`,
    [ownOrganization(ctx)],
  );
  return rows[0]!.n;
}
