/** Who may pass has changed: faces come to the doors of a district and leave them as the rules say now. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { facesFollow } from '../../people/public.server.ts';

export async function facesFollowDoors(ctx: Ctx, districtId: number): Promise<void> {
  const { rows } = await sqlOf(ctx.db).query<{ deviceId: number }>(
    'select device_id as "deviceId" from door where organization_id = $1 and district_id = $2 order by device_id',
    [ownOrganization(ctx), districtId],
  );
  if (rows.length > 0) await facesFollow(ctx, { deviceIds: rows.map(({ deviceId }) => deviceId) });
}
