/** Takes what was dropped: opened, read, written and matched. A file that is refused leaves nothing behind, the others go on. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { findStoredFile } from '../../../kit/server/files/save-upload.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { kitRefusals, type Refusal, refusalMessage, refusalSpec, refuse } from '../../../kit/server/refusal.ts';
import { slots } from '../../../kit/server/slots.ts';
import { clearingRefusals } from '../refusals.ts';
import { matchBill } from './match-bill.ts';
import { BillFault, type BillSheet, sheetsIn } from './open-file.ts';
import { readSheet, type Summary } from './read-sheet.ts';
import type { TakenBill, TakenSheet, WrittenBill } from './taken.ts';
import type { Taking } from './taking.ts';
import { billWriter, type DroppedFile } from './write-bill.ts';

/** From here on statistics are made anew before a bill is matched. */
const manyLines = 1_000;

/** Bills of hundreds of thousands of lines are read one at a time; who waits too long is asked to try again. */
const gate = slots({ atOnce: 1, waiting: 20 });

async function write(
  { pool }: Taking['services'],
  ctx: Taking,
  sheet: BillSheet,
  file: Omit<DroppedFile, 'name'>,
): Promise<WrittenBill[] | Summary> {
  return inTransaction(pool, async (tx) => {
    // Two files of a day at once would both be its next version.
    await tx.query('select pg_advisory_xact_lock(742011805)');
    const writer = billWriter(ctx, tx, { ...file, name: sheet.name });
    const read = await readSheet(sheet, writer.take);
    if (!read) return [];
    return 'reader' in read ? writer.end() : read;
  });
}

/** A sheet of which nothing is kept. */
const refusedSheet = (name: string, { refusal, unknown }: Pick<BillFault, 'refusal' | 'unknown'>): TakenSheet => ({
  name,
  bills: [],
  refused: refusalMessage(refusal),
  code: refusalSpec(refusal.code).errorcode,
  noted: refusalSpec(refusal.code).noted ?? false,
  ...(unknown ? { unknown } : {}),
});

/** Does a 汇总 state as many payments and refunds as the details beside it have? */
function refuseSummary(name: string, summary: Summary, counted: Summary): Refusal | undefined {
  if (Number.isNaN(summary.payments) || counted.payments + counted.refunds === 0) return undefined;
  if (summary.payments === counted.payments && summary.refunds === counted.refunds) return undefined;
  return refuse(clearingRefusals.BILL_ALTERED, {
    name,
    why: `汇总为交易 ${summary.payments} 笔、退款 ${summary.refunds} 笔，明细为 ${counted.payments} 笔、${counted.refunds} 笔`,
  });
}

/** A bill is written first and matched after: a server that went between left it unmatched. */
async function wasMatched(ctx: Taking, { id }: WrittenBill): Promise<boolean> {
  const { rows } = await sqlOf(ctx.db).query<{ matched: boolean }>(
    'select /* wall: a bill of the platform */ matched_at is not null as matched from merchant_bill where id = $1',
    [id],
  );
  return rows[0]!.matched;
}

async function matched(ctx: Taking, bill: WrittenBill): Promise<TakenBill> {
  // What planners know of the lines is from before they came: many would be held against each other one by one.
  if (!bill.same && bill.lineCount > manyLines) await sqlOf(ctx.db).query('analyze merchant_bill_line');
  if (bill.kind === 'TRADE' && !(bill.same && (await wasMatched(ctx, bill)))) await matchBill(ctx.services, bill);
  const { rows } = await sqlOf(ctx.db).query<{ matched: number; transit: number; problems: number }>(
    `select /* wall: a bill of the platform */ matched_count as matched, transit_count as transit, problem_count + missing_count as problems from merchant_bill where id = $1`,
    [bill.id],
  );
  return { ...bill, ...rows[0]! };
}

async function takeSheets(ctx: Taking, file: Omit<DroppedFile, 'name'>): Promise<TakenSheet[] | Refusal> {
  const stored = await ctx.services.files.get(file.key);
  if (!stored) return refuse(kitRefusals.FILE_GONE);
  const taken: TakenSheet[] = [];
  const counted: Summary = { payments: 0, refunds: 0 };
  const summaries: [string, Summary][] = [];
  try {
    for await (const sheet of sheetsIn(file.filename, stored.stream))
      try {
        const written = await write(ctx.services, ctx, sheet, file);
        if (!Array.isArray(written)) {
          summaries.push([sheet.name, written]);
          continue;
        }
        const bills: TakenBill[] = [];
        for (const bill of written) bills.push(await matched(ctx, bill));
        if (bills.length > 0) taken.push({ name: sheet.name, bills, refused: '', code: 0, noted: false });
        const { rows } = await sqlOf(ctx.db).query<Summary>(
          `select /* wall: bills of the platform */ coalesce(sum(in_count), 0)::int as payments, coalesce(sum(out_count), 0)::int as refunds
           from merchant_bill where id = any($1::bigint[]) and kind = 'TRADE'`,
          [bills.map(({ id }) => id)],
        );
        counted.payments += rows[0]!.payments;
        counted.refunds += rows[0]!.refunds;
      } catch (error) {
        if (!(error instanceof BillFault)) throw error;
        taken.push(refusedSheet(sheet.name, error));
      }
  } catch (error) {
    if (!(error instanceof BillFault)) throw error;
    taken.push(refusedSheet(file.filename, error));
  } finally {
    stored.stream.destroy();
  }
  for (const [name, summary] of summaries) {
    const refused = refuseSummary(name, summary, counted);
    if (refused) taken.push(refusedSheet(name, new BillFault(refused)));
  }
  return taken;
}

/** Takes a file that lies in the store; undefined while too many wait. */
export const takeStored = (ctx: Taking, file: Omit<DroppedFile, 'name'>): Promise<TakenSheet[] | Refusal | undefined> =>
  gate.run(() => takeSheets(ctx, file));

/** Takes an uploaded file; what of it was kept, and why the rest was not. Outside a transaction: each bill is one of its own. */
export async function takeBillFile(ctx: Ctx, fileKey: string): Promise<{ sheets: TakenSheet[] } | Refusal> {
  const stored = await findStoredFile(sqlOf(ctx.db), fileKey);
  const { unitType, unitId } = ctx.session;
  if (!stored || stored.unitType !== unitType || stored.unitId !== unitId) return refuse(kitRefusals.FILE_GONE);
  const sheets = await takeStored(ctx, { filename: stored.name, key: fileKey });
  if (sheets === undefined) return refuse('BUSY');
  if (!Array.isArray(sheets)) return sheets;
  if (sheets.length === 0) return refuse(clearingRefusals.BILL_NONE, { name: stored.name });
  // A file somebody altered, or of a number nobody knows: that it was tried is written down.
  for (const { refused, noted } of sheets)
    if (noted) await ctx.audit({ action: '拒绝', targetName: refused, result: 'FAIL' });
  for (const { bills } of sheets)
    for (const { id, channel, merchantNo, day, version, same } of bills)
      if (!same)
        await ctx.audit({
          action: '导入渠道账单',
          targetId: id,
          targetName: `${channel} ${merchantNo} ${day} 第 ${version} 版`,
        });
  return { sheets };
}
