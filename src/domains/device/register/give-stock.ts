/** Devices on a shelf change hands: from the platform to an agent that bought them, and back. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** @throws when one of them is in use: whoever asks has looked, under the lock of the rows. */
export async function giveStock(
  tx: Sql,
  deviceIds: readonly number[],
  agentId: number | null,
  at: string,
): Promise<void> {
  if (deviceIds.length === 0) return;
  const { rowCount } = await tx.query(
    `update /* wall: devices of the shipment in hand */ device set agent_id = $2, updated_at = $3, version = version + 1
     where id = any($1::bigint[]) and status = 'IN_STOCK' and organization_id is null`,
    [deviceIds, agentId, at],
  );
  if (rowCount !== deviceIds.length) throw new Error(`of ${deviceIds.length} devices ${rowCount} were on a shelf`);
}
