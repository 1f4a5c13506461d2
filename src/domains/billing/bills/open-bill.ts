/** Drawing a bill: what a unit owes the platform for one document, drawn once however often it is asked for. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { UnitType } from '../../../kit/define/page.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { UnitBillRow } from '../tables.ts';
import type { BillKind } from './bill-states.ts';

export interface Claim {
  kind: BillKind;
  /** Who pays. */
  unitType: Exclude<UnitType, 'PLATFORM'>;
  unitId: number;
  /** What for, as its payer reads it. */
  title: string;
  /** Above 0: what comes to nothing needs no bill. */
  amountFen: number;
  /** The last day on which it is in time, `YYYY-MM-DD`. */
  dueOn: string;
  document: { type: string; id: number };
  /** PENDING is shown to the payer once it is issued. */
  status?: 'PENDING' | 'UNPAID';
  maker?: { id: number; name: string };
}

/** The agent of a customer with the ratio its grade gives; of an agent's own bills nobody has a part. */
async function agentOf(tx: Sql, { kind, unitType, unitId }: Claim, today: string) {
  if (unitType === 'AGENT' || kind === 'DEVICE_ORDER' || kind === 'MARKET_SERVICE') return undefined;
  const table = unitType === 'ORGANIZATION' ? 'organization' : 'contractor';
  const { rows } = await tx.query<{ id: number; ratio: number }>(
    `select /* wall: the payer's own agent */ a.id, g.commission_ratio as ratio from ${table} u join agent a on a.id = u.agent_id
     join agent_grade g on g.id = a.grade_id
     where u.id = $1 and a.status = 'NORMAL' and (a.contract_end is null or a.contract_end >= $2::date)`,
    [unitId, today],
  );
  return rows[0];
}

/** The living bill of a document, as it is now. */
export async function billOf(tx: Sql, document: Claim['document']): Promise<UnitBillRow | undefined> {
  const { rows } = await tx.query<UnitBillRow>(
    `select /* wall: the bill of this document */ * from unit_bill where document_type = $1 and document_id = $2
     order by (status = 'VOID'), id desc limit 1`,
    [document.type, document.id],
  );
  return rows[0];
}

/** Draws the bill in the caller's transaction; a document that has a living one keeps it. */
export async function openBill(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  tx: Sql,
  claim: Claim,
): Promise<UnitBillRow> {
  const id = await ids.next();
  const now = clock.now();
  const today = dateAt(now);
  const agent = await agentOf(tx, claim, today);
  const { rows } = await tx.query<UnitBillRow>(
    `insert into unit_bill (id, bill_no, kind, unit_type, unit_id, title, amount_fen, due_on, document_type, document_id, agent_id,
       commission_ratio, commission_fen, status, maker_id, maker_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
     on conflict (document_type, document_id) where status <> 'VOID' do nothing returning *`,
    [
      id,
      `ZD${today.replaceAll('-', '')}${id}`,
      claim.kind,
      claim.unitType,
      claim.unitId,
      claim.title,
      claim.amountFen,
      claim.dueOn,
      claim.document.type,
      claim.document.id,
      agent?.id ?? null,
      agent?.ratio ?? 0,
      agent ? mulDivHalfUp(claim.amountFen, agent.ratio, 10_000) : 0,
      claim.status ?? 'UNPAID',
      claim.maker?.id ?? null,
      claim.maker?.name ?? '',
      isoAt(now),
    ],
  );
  return rows[0] ?? (await billOf(tx, claim.document))!;
}
