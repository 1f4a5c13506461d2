/** The restaurants of a contract day, written anew whenever they are not what stands. */
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { SettlePlaceDayRow } from '../tables.ts';
import type { PlacePart } from './place-parts.ts';

interface Day {
  contractId: number;
  contractorId: number;
  date: string;
}

const figures = ['eatenFen', 'thirdFen', 'shopFen', 'feeFen', 'serviceFen', 'shareFen', 'contractorFen'] as const;
const column = (key: (typeof figures)[number]) =>
  key.replace('Fen', '_fen') as `${string}_fen` & keyof SettlePlaceDayRow;

const standing = (row: SettlePlaceDayRow) => [row.restaurant_id, ...figures.map((key) => row[column(key)])].join(' ');
const wanted = (part: PlacePart) => [part.restaurantId, ...figures.map((key) => part[key])].join(' ');

/** Does the day stand restaurant by restaurant as it should? */
export const samePlaces = (rows: readonly SettlePlaceDayRow[], parts: readonly PlacePart[]): boolean =>
  rows.map(standing).sort().join('|') === parts.map(wanted).sort().join('|');

export async function writePlaces(
  { ids }: Pick<Services, 'ids'>,
  tx: Sql,
  organizationId: number,
  { contractId, contractorId, date }: Day,
  parts: readonly PlacePart[],
): Promise<void> {
  await tx.query(
    'delete from settle_place_day where organization_id = $1 and contract_id = $2 and business_date = $3',
    [organizationId, contractId, date],
  );
  if (parts.length === 0) return;
  await tx.query(
    `insert into settle_place_day (organization_id, contract_id, contractor_id, business_date, id, restaurant_id, ${figures.map(column).join(', ')})
     select $1, $2, $3, $4, p.* from unnest($5::bigint[], $6::bigint[], ${figures.map((_, i) => `$${i + 7}::bigint[]`).join(', ')}) as p`,
    [
      organizationId,
      contractId,
      contractorId,
      date,
      await ids.take(parts.length),
      parts.map(({ restaurantId }) => restaurantId),
      ...figures.map((key) => parts.map((part) => part[key])),
    ],
  );
}
