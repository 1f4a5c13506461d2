/** 校验 of a batch as a job: finds its people, decides every line, writes them down with the total the approver sees. */
import type { Pool, PoolClient } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import { codeText } from '../../../kit/server/jobs/import/parse-cell.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { type SheetReader, sheetRows } from '../../../kit/server/sheet/sheet-rows.ts';
import { subsidyRefusals } from '../refusals.ts';
import type { Rule } from '../rules/rule.ts';
import { type GrantPurse, unitOf } from '../units.ts';
import { type Batch, readBatch, readRules } from './batch-row.ts';
import {
  candidatesOf,
  candidatesOfLots,
  candidatesOfReturnSheet,
  candidatesOfSheet,
  openLots,
  peopleByNumber,
  peopleWithin,
} from './find-candidates.ts';
import { type BatchPerson, type Candidate, type JudgedLine, judgeLines } from './judge.ts';
import { batchSheets, type GivenRow } from './sheet.ts';

export type PrepareDeps = Pick<Services, 'pool' | 'files' | 'ids' | 'clock'>;

interface Found {
  candidates: Candidate[];
  /** Rows of the spreadsheet, when there is one. */
  sheet?: { count: number; fen: number };
  expected?: readonly BatchPerson[];
}

const basisNames = { FIXED: '', ATTENDANCE: '出勤天数', SHIFT: '班次数' } as const;

/** Who was posted in another batch of the same rule and period, or stands in one under way. */
async function alreadyGiven(pool: Pool, batch: Batch): Promise<Map<number, string>> {
  if (batch.kind !== 'GRANT' || batch.rule_id === null) return new Map();
  const { rows } = await pool.query<{ person_id: number; batch_no: string }>(
    `select i.person_id, b.batch_no from subsidy_batch b
       join subsidy_item i on i.organization_id = b.organization_id and i.batch_id = b.id
      where b.organization_id = $1 and b.rule_id = $2 and b.period = $3 and b.id <> $4 and b.kind = 'GRANT'
        and b.mode in ('RULE', 'IMPORT', 'MANUAL') and b.status not in ('VOID', 'DRAFT') and i.status in ('PENDING', 'POSTED')`,
    [batch.organization_id, batch.rule_id, batch.period, batch.id],
  );
  return new Map(rows.map((row) => [row.person_id, row.batch_no]));
}

async function peopleOfBatch(
  pool: Pool,
  { organization_id: organizationId, purse }: Batch,
  batchId: number,
): Promise<BatchPerson[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select distinct person_id as id from subsidy_item where organization_id = $1 and batch_id = $2 and status = 'POSTED'`,
    [organizationId, batchId],
  );
  const ids = new Set(rows.map((row) => row.id));
  return (await peopleWithin(pool, organizationId, { typeIds: [], departmentIds: [] }, purse)).filter((p) =>
    ids.has(p.id),
  );
}

/** Rows of the batch's table. `needed` are the cells it cannot do without. */
export async function givenRows(
  reader: SheetReader,
  fileKey: string,
  needed: readonly string[],
  purse: GrantPurse,
): Promise<{ filename: string; rows: GivenRow[] } | Refusal> {
  const sheet = await sheetRows(reader, batchSheets[purse], fileKey, needed);
  if (isRefusal(sheet)) return sheet;
  const rows = sheet.rows.map(({ lineNo, values, wrong }) => ({
    lineNo,
    jobNumber: codeText(String(values.jobNumber ?? '')),
    name: String(values.name ?? ''),
    amountFen: (values.amountFen ?? null) as number | null,
    units: (values.units ?? null) as number | null,
    ...(wrong ? { wrong } : {}),
  }));
  return { filename: sheet.filename, rows };
}

/** What the table of a grant must say. */
export const neededOf = (rule: Rule | undefined, amountFen: number | null): string[] => [
  'jobNumber',
  ...(rule ? (rule.basis === 'FIXED' ? [] : ['units']) : amountFen === null ? ['amountFen'] : []),
];

async function sheetOf(
  deps: PrepareDeps,
  batch: Batch,
  needed: readonly string[],
): Promise<{ rows: GivenRow[]; people: Map<string, BatchPerson> } | Refusal> {
  const owner = { unitType: 'ORGANIZATION' as const, unitId: batch.organization_id };
  const reader = { sql: deps.pool as Sql, files: deps.files, owner };
  const sheet = await givenRows(reader, batch.choice.fileKey ?? '', needed, batch.purse);
  if (isRefusal(sheet)) return sheet;
  const numbers = [...new Set(sheet.rows.map((row) => row.jobNumber))];
  return { rows: sheet.rows, people: await peopleByNumber(deps.pool, batch.organization_id, numbers, batch.purse) };
}

async function findGrant(deps: PrepareDeps, batch: Batch, rule: Rule | undefined): Promise<Found | Refusal> {
  const { organization_id: organizationId, choice } = batch;
  const ofRule = rule ? [...rule.amounts.keys()] : [];
  const range = {
    typeIds: choice.typeIds.length > 0 ? choice.typeIds : ofRule,
    departmentIds: choice.departmentIds,
  };
  if (choice.fileKey === null) {
    if (rule && rule.basis !== 'FIXED')
      return refuse(subsidyRefusals.SUBSIDY_RULE_NEEDS_SHEET, { name: rule.name, basis: basisNames[rule.basis] });
    const people = await peopleWithin(deps.pool, organizationId, range, batch.purse);
    return { candidates: candidatesOf(people, rule, choice.amountFen) };
  }
  const sheet = await sheetOf(deps, batch, neededOf(rule, choice.amountFen));
  if (isRefusal(sheet)) return sheet;
  const candidates = candidatesOfSheet(sheet.rows, sheet.people, rule, choice.amountFen);
  const expected = rule
    ? await peopleWithin(deps.pool, organizationId, range, batch.purse)
    : choice.compareBatchId === null
      ? undefined
      : await peopleOfBatch(deps.pool, batch, choice.compareBatchId);
  return {
    candidates,
    sheet: { count: sheet.rows.length, fen: candidates.reduce((sum, c) => sum + c.amountFen, 0) },
    ...(expected ? { expected } : {}),
  };
}

async function findReturn(deps: PrepareDeps, batch: Batch): Promise<Found | Refusal> {
  const { organization_id: organizationId, choice } = batch;
  const filter = {
    purse: batch.purse,
    batchId: choice.sourceBatchId,
    leavers: choice.leavers,
    range: { typeIds: choice.typeIds, departmentIds: choice.departmentIds },
  };
  if (choice.fileKey === null)
    return { candidates: candidatesOfLots(await openLots(deps.pool, organizationId, { ...filter, personIds: null })) };
  const sheet = await sheetOf(deps, batch, ['jobNumber']);
  if (isRefusal(sheet)) return sheet;
  const personIds = [...sheet.people.values()].map((person) => person.id);
  const lots = await openLots(deps.pool, organizationId, { ...filter, personIds });
  return {
    candidates: candidatesOfReturnSheet(sheet.rows, sheet.people, lots, unitOf(batch.purse)),
    sheet: { count: sheet.rows.length, fen: sheet.rows.reduce((sum, row) => sum + (row.amountFen ?? 0), 0) },
  };
}

const insertRows = 5_000;

async function insertLines(client: PoolClient, ids: Ids, batch: Batch, lines: readonly JudgedLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += insertRows) {
    const chunk = lines.slice(from, from + insertRows);
    await client.query(
      `insert into subsidy_item (organization_id, batch_id, id, line_no, person_id, job_number, person_name, department_id,
         type_id, units, amount_fen, verdict, status, fail_reason, source_wallet_id)
       select $1, $2, n.id, n.line_no, n.person_id, n.job_number, n.name, n.department_id, n.type_id, n.units, n.fen, n.verdict,
         case n.verdict when 'GOOD' then 'PENDING' else 'LEFT_OUT' end, n.reason, n.wallet_id
       from unnest($3::bigint[], $4::int[], $5::bigint[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::int[],
         $11::bigint[], $12::text[], $13::text[], $14::bigint[])
         as n(id, line_no, person_id, job_number, name, department_id, type_id, units, fen, verdict, reason, wallet_id)`,
      [
        batch.organization_id,
        batch.id,
        await ids.take(chunk.length),
        chunk.map((line) => line.lineNo),
        chunk.map((line) => line.person?.id ?? null),
        chunk.map((line) => line.jobNumber),
        chunk.map((line) => line.name || (line.person?.name ?? '')),
        chunk.map((line) => line.person?.departmentId ?? null),
        chunk.map((line) => line.person?.typeId ?? null),
        chunk.map((line) => line.units),
        chunk.map((line) => Math.max(0, line.amountFen)),
        chunk.map((line) => line.verdict),
        chunk.map((line) => line.reason),
        chunk.map((line) => line.walletId ?? null),
      ],
    );
  }
}

/**
 * Replaces the batch's lines and counts; does nothing when it is no longer DRAFT. What a rule made by itself goes on to
 * SUBMITTED: nobody is there to hand it in.
 */
async function save(deps: PrepareDeps, batch: Batch, lines: readonly JudgedLine[], found: Found): Promise<void> {
  const good = lines.filter((line) => line.verdict === 'GOOD');
  await inTransaction(deps.pool, async (client) => {
    const { rowCount } = await client.query(
      `update subsidy_batch set error = null,
         status = case when maker_id is null and $4::bigint > 0 then 'SUBMITTED' else 'CHECKED' end,
         submitted_at = case when maker_id is null then $8::timestamptz else submitted_at end, total_count = $3, total_fen = $4::bigint, left_out_count = $5,
         sheet_count = $6, sheet_fen = $7, updated_at = $8::timestamptz, version = version + 1
       where organization_id = $1 and id = $2 and status = 'DRAFT'`,
      [
        batch.organization_id,
        batch.id,
        good.length,
        good.reduce((sum, line) => sum + line.amountFen, 0),
        lines.length - good.length,
        found.sheet?.count ?? null,
        found.sheet?.fen ?? null,
        isoAt(deps.clock.now()),
      ],
    );
    if (rowCount !== 1) return;
    await client.query('delete from subsidy_item where organization_id = $1 and batch_id = $2', [
      batch.organization_id,
      batch.id,
    ]);
    await insertLines(client, deps.ids, batch, lines);
    await client.query('analyze subsidy_item');
  });
}

/** What is granted on a day to come is granted by the rule of that day. */
const ruleInstant = ({ clock }: Pick<PrepareDeps, 'clock'>, { grant_on }: Pick<Batch, 'grant_on'>): number =>
  Math.max(clock.now(), Date.parse(`${grant_on}T00:00:00+08:00`));

/** Runs the check of a batch in state DRAFT; any other state is left alone. A refusal stands in `error`. */
export async function prepareBatch(deps: PrepareDeps, organizationId: number, batchId: number): Promise<void> {
  const batch = await readBatch(deps.pool, organizationId, batchId);
  if (batch?.status !== 'DRAFT') return;
  const rule =
    batch.rule_id === null
      ? undefined
      : (await readRules(deps.pool, organizationId, [batch.rule_id], ruleInstant(deps, batch))).get(batch.rule_id);
  const found = batch.kind === 'GRANT' ? await findGrant(deps, batch, rule) : await findReturn(deps, batch);
  if (isRefusal(found)) {
    await deps.pool.query(
      `update subsidy_batch set error = $3, updated_at = $4, version = version + 1
       where organization_id = $1 and id = $2 and status = 'DRAFT'`,
      [organizationId, batchId, refusalMessage(found), isoAt(deps.clock.now())],
    );
    return;
  }
  const lines = judgeLines(found.candidates, {
    kind: batch.kind,
    unit: unitOf(batch.purse),
    day: batch.grant_on,
    given: await alreadyGiven(deps.pool, batch),
    ...(found.expected ? { expected: found.expected } : {}),
  });
  await save(deps, batch, lines, found);
}
