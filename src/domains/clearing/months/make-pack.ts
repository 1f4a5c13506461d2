/**
 * 锁定 a month: its papers are packed, each with its SHA-256 in the manifest, and the manifest is hashed with the pack before it, so
 * that none can be changed, taken out or put in later without the chain telling. With a key set the hash is signed (Ed25519).
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { enterStored } from '../../../kit/server/files/save-upload.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { memorySink } from '../../../kit/server/sheet/byte-sinks.ts';
import { createZipWriter } from '../../../kit/server/sheet/zip-writer.ts';
import { monthBooks, monthPapers, paperWorkbook } from '../../closing/public.server.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import { lockMonthsAt } from '../../stock/public.server.ts';
import type { UnitMonthRow } from '../tables.ts';
import { platformPapers, printPage } from './pack-papers.ts';

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
/** H(previous ‖ manifest). */
export const packHash = (previous: string, manifest: string): string => sha256(`${previous}${manifest}`);

export interface Manifest {
  unit: string;
  organizationId: number;
  month: string;
  files: { name: string; sha256: string; bytes: number }[];
}
/** `signature.json` of a pack. */
export interface PackSeal {
  seq: number;
  manifestHash: string;
  previousHash: string;
  packHash: string;
  signature: string;
  keyId: string;
}

/** The house's key; undefined where none is set. @throws when the file is no Ed25519 key. */
export function signingKey(env: Readonly<Record<string, string | undefined>> = process.env): KeyObject | undefined {
  if (!env.PACK_SIGN_KEY_FILE) return undefined;
  const key = createPrivateKey(readFileSync(env.PACK_SIGN_KEY_FILE, 'utf8'));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('PACK_SIGN_KEY_FILE 应为 Ed25519 私钥（PEM）');
  return key;
}
export const keyIdOf = (key: KeyObject): string =>
  sha256(createPublicKey(key).export({ type: 'spki', format: 'der' })).slice(0, 16);

/** The files of the pack without its seal; the same month gives the same bytes. */
async function packFiles(services: Services, month: UnitMonthRow, unit: string, lockedAt: string, by: string) {
  const short = month.month.slice(0, 7);
  const books = monthBooks(services, month.organization_id, short);
  const { from, to } = books;
  const papers = [
    ...(await monthPapers(books)),
    ...(await platformPapers(services.db, { organizationId: month.organization_id, from, to }, month)),
  ];
  const made = { unit, month: short, from, to, by, at: lockedAt };
  const files: [string, Buffer][] = [];
  for (const [i, paper] of papers.entries())
    files.push([`${i + 1} ${paper.name}.xlsx`, await paperWorkbook(paper, made)]);
  files.push(['打印.html', Buffer.from(printPage(`${unit} ${short} 月度资料`, papers))]);
  return files;
}

/** An archive of these files; the same files give the same bytes. */
export async function archiveOf(files: readonly (readonly [string, Buffer])[]): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = createZipWriter(sink);
  for (const [name, content] of files) {
    zip.open(name);
    await zip.write(content);
    await zip.close();
  }
  await zip.finish();
  return bytes();
}

/** Locks one approved month; asked again nothing more is made. Refused unless it is approved. */
export async function lockMonth(
  services: Services,
  id: number,
  who: { accountId: number; name: string },
  key: KeyObject | undefined = signingKey(),
): Promise<Refusal | undefined> {
  const { pool, clock, files: store, random } = services;
  const found = await pool.query<UnitMonthRow & { unit: string }>(
    `select /* wall: the platform's own command */ m.*, m.month::text as month, o.name as unit from unit_month m join organization o on o.id = m.organization_id where m.id = $1`,
    [id],
  );
  const month = found.rows[0];
  if (!month) return refuse('NOT_FOUND');
  if (month.status === 'LOCKED') return undefined;
  if (month.status !== 'APPROVED')
    return refuse('NOT_NOW', { why: `${month.unit} ${month.month.slice(0, 7)} 还没有审核通过，不能锁定` });
  const at = isoAt(clock.now());
  const contents = await packFiles(services, month, month.unit, at, who.name);
  const manifest: Manifest = {
    unit: month.unit,
    organizationId: month.organization_id,
    month: month.month.slice(0, 7),
    files: contents.map(([name, content]) => ({ name, sha256: sha256(content), bytes: content.length })),
  };
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const fileKey = `attachment/${at.slice(0, 7).replace('-', '')}/f${random.token(18)}.zip`;
  const owner = { accountId: who.accountId, unitType: 'PLATFORM' as const, unitId: platformUnitId };
  const name = `月度资料 ${month.unit} ${month.month.slice(0, 7)}.zip`;
  // Entered before it lies there: should the process end in between, the sweep finds what no pack names.
  await enterStored(services, owner, { key: fileKey, name, size: 0, sha256: sha256('') });
  return inTransaction(pool, async (tx) => {
    // One after the other: each names the one before.
    await tx.query('select pg_advisory_xact_lock(742011806)');
    const last = await tx.query<{ seq: number; hash: string }>(
      'select /* wall: one chain over all units */ seq, pack_hash as hash from month_pack order by seq desc limit 1',
    );
    const seal: PackSeal = {
      seq: (last.rows[0]?.seq ?? 0) + 1,
      manifestHash: sha256(text),
      previousHash: last.rows[0]?.hash ?? '',
      packHash: packHash(last.rows[0]?.hash ?? '', text),
      signature: '',
      keyId: key ? keyIdOf(key) : '',
    };
    if (key) seal.signature = sign(null, Buffer.from(seal.packHash), key).toString('base64');
    const zip = await archiveOf([
      ...contents,
      ['manifest.json', Buffer.from(text)],
      ['signature.json', Buffer.from(`${JSON.stringify(seal, null, 1)}\n`)],
    ]);
    const locked = await tx.query(
      `update /* wall: by its id */ unit_month set status = 'LOCKED', locked_at = $2, locked_name = $3, error = '', version = version + 1 where id = $1 and status = 'APPROVED'`,
      [id, at, who.name],
    );
    if (locked.rowCount !== 1) return undefined;
    const stored = await store.put(fileKey, zip);
    await tx.query('update /* wall: by its key */ stored_file set size = $2, sha256 = $3 where key = $1', [
      fileKey,
      stored.size,
      stored.sha256,
    ]);
    await lockMonthsAt(tx, month.organization_id, month.month, at);
    await tx.query(
      `insert /* wall: one chain over all units */ into month_pack (seq, organization_id, month, manifest, manifest_hash, previous_hash, pack_hash, signature, key_id, file_key,
         bytes, made_at, made_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        seal.seq,
        month.organization_id,
        month.month,
        text,
        seal.manifestHash,
        seal.previousHash,
        seal.packHash,
        seal.signature,
        seal.keyId,
        fileKey,
        zip.length,
        at,
        who.name,
      ],
    );
    return undefined;
  });
}

/** Locks the approved months given; the trouble of one stops no other. Answers what was not locked, and why. */
export async function lockMonths(
  services: Services,
  ids: readonly number[],
  who: { accountId: number; name: string },
): Promise<{ id: number; why: string }[]> {
  const failed: { id: number; why: string }[] = [];
  const key = signingKey();
  for (const id of ids)
    try {
      const no = await lockMonth(services, id, who, key);
      if (no) failed.push({ id, why: String(no.params.why ?? no.code) });
    } catch (error) {
      services.log.error('month not locked', { id, error: (error as Error).message });
      failed.push({ id, why: '没有完成，请重试' });
      await services.pool.query(
        `update /* wall: by its id */ unit_month set error = '锁定没有完成，请重试' where id = $1 and status = 'APPROVED'`,
        [id],
      );
    }
  return failed;
}
