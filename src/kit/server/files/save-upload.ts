/** Stores one uploaded file: looked at by its first bytes, entered in stored_file, streamed into the store. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UnitType } from '../../define/page.ts';
import { type Clock, isoAt } from '../clock.ts';
import type { Sql } from '../db/sql-of.ts';
import type { Ids, Random } from '../ids.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { headBytes, typeOfExtension } from './file-types.ts';
import type { FileStore } from './store.ts';
import { checkUpload, type Purpose, tooLarge } from './upload-rules.ts';

export interface UploadOwner {
  accountId: number;
  unitType: UnitType | null;
  unitId: number | null;
}

/** Nobody's account where the house itself stores it. */
type FileOwner = Omit<UploadOwner, 'accountId'> & { accountId: number | null };

export interface StoredFile {
  id: number;
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type. */
  type: string;
}

export interface UploadDeps {
  store: FileStore;
  sql: Sql;
  ids: Ids;
  clock: Clock;
  random: Random;
}

/** What stands before a file is stored, once it is known what it is. */
export interface UploadGate {
  /** Why nothing of this purpose is taken now. */
  refuses(purpose: Purpose): Promise<Refusal | undefined>;
  /** Bytes there is room for, and the refusal of a file that needs more. */
  room(): Promise<{ bytes: number; refusal: Refusal }>;
}

export interface IncomingFile {
  name: string;
  stream: Readable;
  /** `image`, `attachment`, `import`, `video`, `app`; undefined takes an image or an attachment. */
  purpose: string | undefined;
}

/** Raised inside the stream when the file passes its limit; becomes a refusal here. */
class PastLimit extends Error {}

/** Reads the head off a stream and gives it back as the same stream, cut at a limit set after the head is known. */
async function peek(stream: Readable): Promise<{ head: Buffer; whole: (maxBytes: number) => Readable }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = stream.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  while (size < headBytes) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  const first = Buffer.concat(chunks);
  async function* limited(maxBytes: number) {
    let total = first.length;
    if (total > maxBytes) throw new PastLimit();
    yield first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      total += next.value.length;
      if (total > maxBytes) throw new PastLimit();
      yield next.value;
    }
  }
  return {
    head: first.subarray(0, headBytes),
    whole: (maxBytes) => Readable.from(limited(maxBytes), { objectMode: false }),
  };
}

/** Only the name, without a path some browsers send, and not longer than a table takes. */
export const cleanName = (name: string): string =>
  (
    name
      .replace(/^.*[\\/]/, '')
      .replace(/\p{Cc}/gu, '')
      .trim() || '未命名'
  ).slice(-200);

/** Enters a file that lies in the store under its key; its ending says what it is. One that is entered already stays as it is. */
export async function enterStored(
  { pool, ids, clock }: { pool: Sql } & Pick<UploadDeps, 'ids' | 'clock'>,
  owner: FileOwner,
  { key, name, size, sha256 }: { key: string; name: string; size: number; sha256: string },
): Promise<number> {
  const id = await ids.next();
  const { mime } = typeOfExtension(key.split('.').at(-1)!)!;
  await pool.query(
    `insert into stored_file (id, key, name, size, type, sha256, account_id, unit_type, unit_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (key) do nothing`,
    [id, key, cleanName(name), size, mime, sha256, owner.accountId, owner.unitType, owner.unitId, isoAt(clock.now())],
  );
  return id;
}

const nothing = createHash('sha256').digest('hex');

/** Takes a file away with what is written down of it. */
async function forget({ sql, store }: Pick<UploadDeps, 'sql' | 'store'>, key: string): Promise<void> {
  await store.remove(key);
  await sql.query('delete from stored_file where key = $1', [key]);
}

/**
 * Stores content under a new key. It is entered before it lies there: should the process end in between, the sweep finds what no
 * record names.
 */
export async function storeEntered(
  deps: Pick<UploadDeps, 'store' | 'sql' | 'ids' | 'clock'>,
  owner: FileOwner,
  { key, name }: { key: string; name: string },
  content: Readable,
): Promise<{ id: number; size: number }> {
  const id = await enterStored({ ...deps, pool: deps.sql }, owner, { key, name, size: 0, sha256: nothing });
  try {
    const { size, sha256 } = await deps.store.put(key, content);
    await deps.sql.query('update stored_file set size = $2, sha256 = $3 where key = $1', [key, size, sha256]);
    return { id, size };
  } catch (error) {
    // What cannot be taken away now is left to the sweep.
    await forget(deps, key).catch(() => undefined);
    throw error;
  }
}

/** The stored file, or why it is not taken; a refused file leaves nothing behind. */
export async function saveUpload(
  deps: UploadDeps,
  owner: UploadOwner,
  file: IncomingFile,
  gate?: UploadGate,
): Promise<StoredFile | Refusal> {
  const name = cleanName(file.name);
  const { head, whole } = await peek(file.stream);
  const accepted = checkUpload(file.purpose, head, name);
  if (isRefusal(accepted)) {
    file.stream.resume();
    return accepted;
  }
  const { purpose, type } = accepted;
  const refusal = await gate?.refuses(purpose);
  if (refusal) {
    file.stream.resume();
    return refusal;
  }
  const room = await gate?.room();
  const bounded = room !== undefined && room.bytes < accepted.maxBytes;
  const maxBytes = bounded ? Math.max(0, room.bytes) : accepted.maxBytes;
  const now = isoAt(deps.clock.now());
  const key = `${purpose}/${now.slice(0, 7).replace('-', '')}/f${deps.random.token(18)}.${type.extension}`;
  try {
    const { id, size } = await storeEntered(deps, owner, { key, name }, whole(maxBytes));
    return { id, key, name, size, type: type.mime };
  } catch (error) {
    file.stream.resume();
    if (error instanceof PastLimit) return bounded ? room.refusal : tooLarge(name, maxBytes);
    throw error;
  }
}

/**
 * The file again, or the refusal of its owner's quota: several that came at once each found room, and together they have none. Then
 * this one goes.
 */
export async function keptWithin(
  deps: Pick<UploadDeps, 'sql' | 'store'>,
  stored: StoredFile,
  gate?: UploadGate,
): Promise<StoredFile | Refusal> {
  const room = await gate?.room();
  if (!room || room.bytes >= 0) return stored;
  await forget(deps, stored.key);
  return room.refusal;
}

/** A stored file by its key, e.g. to check that a form's attachment exists and whose it is. */
export async function findStoredFile(
  sql: Sql,
  key: string,
): Promise<(StoredFile & { accountId: number | null; unitType: string | null; unitId: number | null }) | undefined> {
  const { rows } = await sql.query<
    StoredFile & { accountId: number | null; unitType: string | null; unitId: number | null }
  >(
    `select id, key, name, size, type, account_id as "accountId", unit_type as "unitType", unit_id as "unitId"
       from stored_file where key = $1`,
    [key],
  );
  return rows[0];
}
