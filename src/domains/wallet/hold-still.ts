/** For rows that are right only while a person's money is what it was read as. */
import type { Tx } from './types.ts';

/**
 * Nothing is posted for the person of an open account until the caller's transaction ends: every writer of their money locks the
 * main purse. Asked before anything else is locked, as the money door does; what is read afterwards is what holds.
 */
export async function holdStill(tx: Tx, organizationId: number, personId: number): Promise<void> {
  await tx.query(
    `select from wallet where organization_id = $1 and person_id = $2 and kind = 'MAIN' and status <> 'CLOSED' for update`,
    [organizationId, personId],
  );
}
