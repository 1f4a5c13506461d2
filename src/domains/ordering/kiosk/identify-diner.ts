/** Who stands before a terminal: by the card he holds, or the person it recognized. */

import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DeviceAt } from '../../device/public.server.ts';
import { dinersOf } from '../../headcount/public.server.ts';
import type { Self } from '../diner/signers.ts';
import { readWho } from '../orders/read-who.ts';
import { personOf } from '../pickups/pickup-records.ts';
import { orderingRefusals } from '../refusals.ts';

/** NOT_FOUND where the unit has no such card or person; ORDER_DINER_NOT_NORMAL for one that is locked or gone. */
export async function dinerBefore(db: Sql, device: DeviceAt, sent: unknown): Promise<Self | Refusal> {
  const who = readWho(sent, ['cardNo', 'personId']);
  if (isRefusal(who)) return who;
  const personId = await personOf(db, device, { ...who, offline: false });
  const { organizationId } = device;
  const diner = personId === undefined ? undefined : (await dinersOf(db, organizationId, [personId])).get(personId);
  if (!diner) return refuse('NOT_FOUND');
  if (diner.status !== 'NORMAL') return refuse(orderingRefusals.ORDER_DINER_NOT_NORMAL, { person: diner.name });
  return { organizationId, personId: diner.id, personName: diner.name };
}
