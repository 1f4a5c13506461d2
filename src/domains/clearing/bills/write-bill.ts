/**
 * Writes the lines of a dropped file, a bill per merchant number and day. The same lines are the same bill, whatever file they
 * came in; other lines for the day are its next version, with what has changed.
 */
import { createHash, type Hash } from 'node:crypto';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { channelNames, type PayProvider } from '../../funding/public.server.ts';
import { knownMerchants, noteFetched } from '../merchants/known-merchants.ts';
import { clearingRefusals } from '../refusals.ts';
import type { BillEntry } from './entry.ts';
import { BillFault } from './open-file.ts';
import type { SheetHead } from './read-sheet.ts';
import type { WrittenBill } from './taken.ts';
import type { Taking } from './taking.ts';

/** A bill under way: what its lines come to so far. */
interface Head {
  id: number;
  merchantNo: string;
  day: string;
  hash: Hash;
  lines: number;
  inCount: number;
  inFen: number;
  outCount: number;
  outFen: number;
  feeFen: number;
  /** Drawn out to the bank less put in from it, of a fund bill. */
  bankFen: number;
  first: BillEntry;
  last: BillEntry;
}

export interface DroppedFile {
  name: string;
  filename: string;
  key: string;
  /** The merchant number with whose key the channel gave it out; left out of what somebody dropped. */
  from?: Pick<PayProvider, 'channel' | 'merchantNo'>;
}

const signed = ({ type, amountFen }: BillEntry) => (type === 'IN' || type === 'PAYMENT' ? amountFen : -amountFen);

/** Whose fund bill this is, where the file does not say: who gave it, the trades it settles, its name, or there is but one. */
async function merchantOf(
  tx: Sql,
  own: ReadonlySet<string>,
  { name, filename, from }: DroppedFile,
  entries: readonly BillEntry[],
) {
  if (from) return from.merchantNo;
  const { rows } = await tx.query<{ no: string }>(
    `select /* wall: bills of the platform */ b.merchant_no as no from merchant_bill_line l join merchant_bill b on b.id = l.bill_id and b.current and b.kind = 'TRADE'
     where l.channel_no = any($1::text[]) order by b.id limit 1`,
    [entries.map(({ channelNo }) => channelNo).filter((no) => no !== '')],
  );
  if (rows[0]) return rows[0].no;
  const written = [...own].find((no) => name.includes(no) || filename.includes(no));
  return written ?? (own.size === 1 ? [...own][0]! : undefined);
}

const columns = [
  ['row_no', 'int', (e: BillEntry) => e.rowNo],
  ['type', 'text', (e: BillEntry) => e.type],
  ['out_no', 'text', (e: BillEntry) => e.outNo],
  ['channel_no', 'text', (e: BillEntry) => e.channelNo],
  ['out_refund_no', 'text', (e: BillEntry) => e.outRefundNo],
  ['flow_no', 'text', (e: BillEntry) => e.flowNo],
  ['what', 'text', (e: BillEntry) => e.what],
  ['amount_fen', 'bigint', (e: BillEntry) => e.amountFen],
  ['fee_fen', 'bigint', (e: BillEntry) => e.feeFen],
  ['balance_fen', 'bigint', (e: BillEntry) => e.balanceFen],
  ['at', 'timestamptz', (e: BillEntry) => isoAt(e.at)],
] as const;

async function insertLines(
  { ids }: Taking,
  tx: Sql,
  { id, day }: Head,
  channel: string,
  entries: readonly BillEntry[],
): Promise<void> {
  await tx.query(
    `insert /* wall: bills of the platform */ into merchant_bill_line (day, bill_id, channel, id, ${columns.map(([name]) => name).join(', ')})
     select $1::date, $2, $3, l.* from unnest($4::bigint[], ${columns.map(([, type], i) => `$${i + 5}::${type}[]`).join(', ')}) as l`,
    [day, id, channel, await ids.take(entries.length), ...columns.map(([, , of]) => entries.map((entry) => of(entry)))],
  );
}

/** Collects a sheet's lines into bills of the transaction `tx`; `end` settles versions. */
export function billWriter(ctx: Taking, tx: Sql, file: DroppedFile) {
  const heads = new Map<string, Head>();
  const months = new Set<string>();
  let own: Set<string> | undefined;
  let sheet: SheetHead | undefined;
  let guessed: string | undefined;

  const merchantFor = async (entries: readonly BillEntry[]): Promise<string> => {
    own ??= await knownMerchants(ctx, tx, sheet!.reader.channel);
    guessed ??= sheet!.account || (await merchantOf(tx, own, file, entries));
    if (!guessed) throw new BillFault(refuse(clearingRefusals.BILL_MERCHANT, { name: file.name }));
    return guessed;
  };

  const headOf = async (merchantNo: string, entry: BillEntry): Promise<Head> => {
    const day = dateAt(entry.at);
    const key = `${merchantNo} ${day}`;
    const known = heads.get(key);
    if (known) return known;
    if (!months.has(day.slice(0, 7))) {
      months.add(day.slice(0, 7));
      await tx.query('select clearing_ensure_month($1::date)', [day]);
    }
    const none = { lines: 0, inCount: 0, inFen: 0, outCount: 0, outFen: 0, feeFen: 0, bankFen: 0 };
    const made = {
      ...none,
      id: await ctx.ids.next(),
      merchantNo,
      day,
      hash: createHash('sha256'),
      first: entry,
      last: entry,
    };
    heads.set(key, made);
    return made;
  };

  const addUp = (head: Head, entry: BillEntry) => {
    const { type, outNo, channelNo, outRefundNo, flowNo, what, amountFen, feeFen, balanceFen, at } = entry;
    head.hash.update(
      `${[type, outNo, channelNo, outRefundNo, flowNo, amountFen, feeFen ?? '', balanceFen ?? '', at].join('|')}\n`,
    );
    head.lines += 1;
    head.last = entry;
    head.feeFen += type === 'REFUND' ? -(feeFen ?? 0) : (feeFen ?? 0);
    if (type === 'OUT' && what.includes('提现')) head.bankFen += amountFen;
    if (type === 'IN' && what.includes('充值')) head.bankFen -= amountFen;
    if (type === 'IN' || type === 'PAYMENT') {
      head.inCount += 1;
      head.inFen += amountFen;
    } else {
      head.outCount += 1;
      head.outFen += amountFen;
    }
  };

  return {
    async take(of: SheetHead, entries: readonly BillEntry[]): Promise<void> {
      sheet = of;
      const parts = new Map<Head, BillEntry[]>();
      for (const entry of entries) {
        const head = await headOf(entry.merchantNo || (await merchantFor(entries)), entry);
        addUp(head, entry);
        const part = parts.get(head);
        if (part) part.push(entry);
        else parts.set(head, [entry]);
      }
      for (const [head, part] of parts) await insertLines(ctx, tx, head, of.reader.channel, part);
    },
    async end(): Promise<WrittenBill[]> {
      if (!sheet) throw new BillFault(refuse(clearingRefusals.BILL_NONE, { name: file.name }));
      own ??= await knownMerchants(ctx, tx, sheet.reader.channel);
      const written: WrittenBill[] = [];
      for (const head of [...heads.values()].sort((a, b) => (a.day < b.day ? -1 : 1))) {
        await withoutRevoked(tx, head, sheet);
        await refuseTwice(tx, head, file.name);
        if (!own.has(head.merchantNo) && !(await fetchedOf(ctx, tx, head, sheet, file)))
          throw unknownMerchant(file.name, sheet.reader.channel, head);
        written.push(await keepVersion(ctx, tx, head, sheet, file));
      }
      return written;
    },
  };
}

/** An account that a bill names which the channel gave for our own key. */
const fetchedOf = async (
  ctx: Taking,
  tx: Sql,
  { merchantNo }: Head,
  { reader, account }: SheetHead,
  { from }: DroppedFile,
) =>
  from !== undefined &&
  from.channel === reader.channel &&
  account === merchantNo &&
  (await noteFetched(ctx, tx, merchantNo, from));

const unknownMerchant = (name: string, channel: SheetHead['reader']['channel'], { merchantNo }: Head) =>
  new BillFault(refuse(clearingRefusals.BILL_FOREIGN, { name, channel: channelNames[channel], merchant: merchantNo }), {
    channel,
    merchantNo,
  });

/** Paid and taken back at the counter: neither line is anybody's money. */
async function withoutRevoked(tx: Sql, head: Head, { reader }: SheetHead): Promise<void> {
  if (reader.revoked.size === 0) return;
  const { rows } = await tx.query<{ fen: number; fee: number }>(
    `delete /* wall: bills of the platform */ from merchant_bill_line where day = $1::date and bill_id = $2 and type = 'PAYMENT' and out_no = any($3::text[])
     returning amount_fen as fen, coalesce(fee_fen, 0) as fee`,
    [head.day, head.id, [...reader.revoked]],
  );
  for (const { fen, fee } of rows) {
    head.lines -= 1;
    head.inCount -= 1;
    head.inFen -= fen;
    head.feeFen -= fee;
  }
}

/** A payment, refund or movement stands in a bill once. */
async function refuseTwice(tx: Sql, { id, day }: Head, name: string): Promise<void> {
  const { rows } = await tx.query<{ no: string; first: number; second: number }>(
    `select /* wall: bills of the platform */ coalesce(nullif(flow_no, ''), nullif(out_refund_no, ''), channel_no) as no, min(row_no) as first, max(row_no) as second
     from merchant_bill_line where day = $1::date and bill_id = $2 group by type, 1 having count(*) > 1 order by 2 limit 1`,
    [day, id],
  );
  const twice = rows[0];
  if (twice)
    throw new BillFault(
      refuse(clearingRefusals.BILL_ALTERED, {
        name,
        why: `第 ${twice.second} 行与第 ${twice.first} 行重复（${twice.no}）`,
      }),
    );
}

interface Diff {
  added: number;
  removed: number;
  changed: number;
  said: string;
}
const noDiff: Diff = { added: 0, removed: 0, changed: 0, said: '' };

/** What the new version has that the one before has not, and the other way round; the first twenty in words. */
async function difference(tx: Sql, day: string, before: number, after: number): Promise<Diff> {
  const { rows } = await tx.query<{ way: string; n: number; said: string }>(
    `with d as (
       select /* wall: bills of the platform */ coalesce(a.type, b.type) as type, coalesce(nullif(a.flow_no, ''), nullif(a.out_refund_no, ''), a.channel_no,
           nullif(b.flow_no, ''), nullif(b.out_refund_no, ''), b.channel_no) as no, b.amount_fen as was, a.amount_fen as now,
         case when b.row_no is null then 'ADDED' when a.row_no is null then 'REMOVED' else 'CHANGED' end as way
       from (select * from merchant_bill_line where day = $1::date and bill_id = $3) a
       full join (select * from merchant_bill_line where day = $1::date and bill_id = $2) b
         on b.type = a.type and b.channel_no = a.channel_no and b.out_refund_no = a.out_refund_no and b.flow_no = a.flow_no
       where a.row_no is null or b.row_no is null or a.amount_fen <> b.amount_fen or a.fee_fen is distinct from b.fee_fen)
     select way, count(*)::int as n, string_agg(case way when 'ADDED' then '新增 ' when 'REMOVED' then '减少 ' else '改变 ' end || no
       || ' ' || coalesce((was / 100.0)::numeric(14, 2)::text || ' → ', '') || coalesce((now / 100.0)::numeric(14, 2)::text, '无'), '；' order by no)
       filter (where rank <= 20) as said
     from (select *, row_number() over (partition by way order by no) as rank from d) r group by way order by way`,
    [day, before, after],
  );
  const count = (way: string) => rows.find((row) => row.way === way)?.n ?? 0;
  const said = rows.map((row) => row.said).join('；');
  return { added: count('ADDED'), removed: count('REMOVED'), changed: count('CHANGED'), said };
}

/** 账户结余 before the first and after the last line, and how far the first is from what the day before ended with. */
async function balances(tx: Sql, { merchantNo, day, first, last }: Head, channel: string) {
  if (first.balanceFen === null || last.balanceFen === null) return [null, null, null];
  // A file that runs backwards begins with the newest.
  const [early, late] = first.at <= last.at ? [first, last] : [last, first];
  const opening = early.balanceFen! - signed(early);
  const { rows } = await tx.query<{ fen: number }>(
    `select /* wall: bills of the platform */ closing_fen as fen from merchant_bill where channel = $1 and merchant_no = $2 and kind = 'FUND' and current
       and day = $3::date - 1`,
    [channel, merchantNo, day],
  );
  return [opening, late.balanceFen, rows[0] ? opening - rows[0].fen : null];
}
async function keepVersion(
  ctx: Taking,
  tx: Sql,
  head: Head,
  { reader }: SheetHead,
  file: DroppedFile,
): Promise<WrittenBill> {
  const { channel, kind } = reader;
  const { id, merchantNo, day } = head;
  const digest = head.hash.digest('hex');
  const { rows } = await tx.query<{ id: number; version: number; digest: string }>(
    `select /* wall: bills of the platform */ id, version, digest from merchant_bill where channel = $1 and merchant_no = $2 and day = $3::date and kind = $4 and current`,
    [channel, merchantNo, day, kind],
  );
  const before = rows[0];
  const told = { channel, kind, merchantNo, day, lineCount: head.lines, inFen: head.inFen, outFen: head.outFen };
  if (before?.digest === digest) {
    await tx.query(
      'delete /* wall: bills of the platform */ from merchant_bill_line where day = $1::date and bill_id = $2',
      [day, id],
    );
    return { ...told, id: before.id, version: before.version, same: true, added: 0, removed: 0, changed: 0 };
  }
  const diff = before ? await difference(tx, day, before.id, id) : noDiff;
  if (before)
    await tx.query('update /* wall: bills of the platform */ merchant_bill set current = false where id = $1', [
      before.id,
    ]);
  const version = (before?.version ?? 0) + 1;
  const [opening, closing, gap] = await balances(tx, head, channel);
  await tx.query(
    `insert /* wall: bills of the platform */ into merchant_bill (id, channel, kind, merchant_no, day, version, current, filename, file_key, digest, line_count, in_count,
       in_fen, out_count, out_fen, fee_fen, opening_fen, closing_fen, gap_fen, added_count, removed_count, changed_count, diff, maker_id,
       maker_name, created_at, bank_fen)
     values ($1, $2, $3, $4, $5, $6, true, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)`,
    [
      id,
      channel,
      kind,
      merchantNo,
      day,
      version,
      file.filename,
      file.key,
      digest,
      head.lines,
      head.inCount,
      head.inFen,
      head.outCount,
      head.outFen,
      head.feeFen,
      opening,
      closing,
      gap,
      diff.added,
      diff.removed,
      diff.changed,
      diff.said,
      ctx.session.accountId,
      ctx.session.name,
      isoAt(ctx.clock.now()),
      head.bankFen,
    ],
  );
  if (kind === 'FUND') await followNextDay(tx, channel, merchantNo, day, closing!);
  return { ...told, id, version, same: false, added: diff.added, removed: diff.removed, changed: diff.changed };
}

/** The day after may have been read first. */
async function followNextDay(
  tx: Sql,
  channel: string,
  merchantNo: string,
  day: string,
  closing: number,
): Promise<void> {
  await tx.query(
    `update /* wall: bills of the platform */ merchant_bill set gap_fen = opening_fen - $4 where channel = $1 and merchant_no = $2 and kind = 'FUND' and current
       and day = $3::date + 1`,
    [channel, merchantNo, day, closing],
  );
}
