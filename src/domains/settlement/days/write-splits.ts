/** 分账: a line per receiver of what a settling changed, what was taken back as such. */
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import type { SettleDayRow } from '../tables.ts';
import type { Parts } from './contract-day.ts';

interface Source {
  day: { contractId: number; contractorId: number; date: string };
  dueFen: number;
  feeFen: number;
  splitMode: string;
  serviceRatio: number;
  shareRatio: number;
  parts: Parts;
}

/** The lines' amounts less what they take back sum to the difference of due and fee (U7). */
export async function writeSplits(
  { ids }: Pick<Services, 'ids'>,
  tx: Sql,
  organizationId: number,
  postingId: number,
  { day, dueFen, feeFen, splitMode, serviceRatio, shareRatio, parts }: Source,
  before: SettleDayRow | undefined,
  at: string,
): Promise<void> {
  const receivers = [
    { type: 'PLATFORM', id: platformUnitId, ratio: serviceRatio, fen: parts.serviceFen - (before?.service_fen ?? 0) },
    { type: 'ORGANIZATION', id: organizationId, ratio: shareRatio, fen: parts.shareFen - (before?.share_fen ?? 0) },
    {
      type: 'CONTRACTOR',
      id: day.contractorId,
      ratio: 10_000 - serviceRatio - shareRatio,
      fen: parts.contractorFen - (before?.contractor_fen ?? 0),
    },
  ];
  for (const { type, id, ratio, fen } of receivers)
    if (fen !== 0)
      await tx.query(
        `insert into ledger_split (organization_id, id, posting_id, contract_id, contractor_id, business_date, receiver_type, receiver_id,
           ratio, source_fen, fee_fen, amount_fen, reversed_fen, at, mode)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        [
          organizationId,
          await ids.next(),
          postingId,
          day.contractId,
          day.contractorId,
          day.date,
          type,
          id,
          ratio,
          dueFen - (before?.due_fen ?? 0),
          feeFen - (before?.fee_fen ?? 0),
          Math.max(0, fen),
          Math.max(0, -fen),
          at,
          splitMode,
        ],
      );
}
