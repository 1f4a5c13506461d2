/** What unfinished cases hold: pictures of their stretch, and of the kitchen in the hours before, are evidence. */
import type { Services } from '../../../kit/server/context.ts';
import type { HeldStretch } from '../../device/public.server.ts';
import '../tables.ts';

/** Of all units, for the sweeps of the night. */
export async function heldStretches({ pool }: Pick<Services, 'pool'>): Promise<HeldStretch[]> {
  const { rows } = await pool.query<HeldStretch>(
    `select /* wall: cases of every unit, each held for its own */ organization_id as "organizationId",
       from_at - interval '8 hours' as "fromAt", to_at as "toAt"
     from trace_case where status in ('OPEN', 'REPORTED') order by organization_id, id`,
  );
  return rows;
}
