/**
 * Large files in parts: begun with what they are, sent part by part from where the last one ended, and put together when
 * all is there. Rights, room and limits are asked when it begins and again when it ends; every part by its size and hash.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isoAt } from '../clock.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { headBytes } from './file-types.ts';
import {
  cleanName,
  findStoredFile,
  type StoredFile,
  saveUpload,
  type UploadDeps,
  type UploadGate,
  type UploadOwner,
} from './save-upload.ts';
import { checkUpload, purposesMeant, tooLarge, uploadRefusals } from './upload-rules.ts';

/** Bytes of a part; the last one may be shorter. */
export const partBytes = 4 * 1024 * 1024;
/** An account's uploads under way; more is no clerk. */
const mostOpen = 20;

export interface UploadState {
  token: string;
  partBytes: number;
  /** Bytes that are here: the next part begins there. */
  received: number;
}

interface Session {
  token: string;
  name: string;
  purpose: string | null;
  size: number;
  received: number;
  parts: string[];
  /** Keys of all that were sent, those that never counted too. */
  laid: string[];
  /** Key of the file it became. */
  storedKey: string | null;
}

/** Begins an upload of `size` bytes. */
export async function startUpload(
  deps: UploadDeps,
  owner: UploadOwner,
  file: { name: string; size: number; purpose: string | undefined },
  gate?: UploadGate,
): Promise<UploadState | Refusal> {
  const name = cleanName(file.name);
  const meant = purposesMeant(file.purpose);
  if (isRefusal(meant)) return meant;
  if (!Number.isSafeInteger(file.size) || file.size <= 0) return refuse(uploadRefusals.UPLOAD_EMPTY, { name });
  const most = Math.max(...meant.map((one) => one.maxBytes));
  if (file.size > most) return tooLarge(name, most);
  // Whichever of them it turns out to be: one must be open to the sender.
  const refusals = await Promise.all(meant.map(({ purpose }) => gate?.refuses(purpose)));
  const refusal = refusals.every(Boolean) ? refusals[0] : undefined;
  if (refusal) return refusal;
  const open = await deps.sql.query<{ count: number; bytes: number }>(
    'select count(*)::int as count, coalesce(sum(size), 0)::bigint as bytes from upload_session where account_id = $1 and stored_key is null',
    [owner.accountId],
  );
  const { count, bytes } = open.rows[0]!;
  if (count >= mostOpen) return refuse(uploadRefusals.UPLOAD_MANY, { most: mostOpen });
  const room = await gate?.room();
  if (room && room.bytes - bytes < file.size) return room.refusal;
  const token = deps.random.token(18);
  const at = isoAt(deps.clock.now());
  await deps.sql.query(
    `insert into upload_session (token, account_id, unit_type, unit_id, name, purpose, size, created_at, touched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [token, owner.accountId, owner.unitType, owner.unitId, name, file.purpose ?? null, file.size, at],
  );
  return { token, partBytes, received: 0 };
}

/** The account's upload in the unit it began in; anybody else's is not there. */
async function sessionOf(deps: UploadDeps, owner: UploadOwner, token: string): Promise<Session | undefined> {
  const { rows } = await deps.sql.query<Session>(
    `select token, name, purpose, size, received, parts, laid, stored_key as "storedKey" from upload_session
      where token = $1 and account_id = $2 and unit_type is not distinct from $3 and unit_id is not distinct from $4`,
    [token, owner.accountId, owner.unitType, owner.unitId],
  );
  return rows[0];
}

const gone = () => refuse(uploadRefusals.UPLOAD_GONE);

/** Where an upload stands. */
export async function uploadState(deps: UploadDeps, owner: UploadOwner, token: string): Promise<UploadState | Refusal> {
  const session = await sessionOf(deps, owner, token);
  return session ? { token, partBytes, received: session.received } : gone();
}

export interface Part {
  token: string;
  /** Where in the file it begins. */
  offset: number;
  content: Buffer;
  /** Hex; undefined where the sender cannot compute it. */
  sha256: string | undefined;
}

/** Takes the next part. One sent twice, or out of turn, changes nothing: the answer says from where to go on. */
export async function takePart(deps: UploadDeps, owner: UploadOwner, part: Part): Promise<UploadState | Refusal> {
  const session = await sessionOf(deps, owner, part.token);
  if (!session) return gone();
  const state = (received: number): UploadState => ({ token: session.token, partBytes, received });
  if (part.offset !== session.received) return state(session.received);
  const { content, sha256, offset } = part;
  const expected = Math.min(partBytes, session.size - offset);
  if (content.length !== expected || content.length === 0) return refuse(uploadRefusals.UPLOAD_PART);
  if (sha256 !== undefined && createHash('sha256').update(content).digest('hex') !== sha256.toLowerCase())
    return refuse(uploadRefusals.UPLOAD_PART);
  if (offset === 0) {
    // What cannot be taken is refused before the rest is sent.
    const accepted = checkUpload(session.purpose ?? undefined, content.subarray(0, headBytes), session.name);
    const refusal = isRefusal(accepted)
      ? accepted
      : session.size > accepted.maxBytes
        ? tooLarge(session.name, accepted.maxBytes)
        : undefined;
    if (refusal) {
      await dropUpload(deps, session.token);
      return refusal;
    }
  }
  const key = `part/u${session.token}/p${deps.random.token(12)}.bin`;
  // Named before it is there: should the process end in between, it goes with the upload.
  await deps.sql.query('update upload_session set laid = laid || $2::text where token = $1', [session.token, key]);
  await deps.store.put(key, content);
  const taken = await deps.sql.query(
    `update upload_session set received = received + $3, parts = parts || $4::text, touched_at = $5
      where token = $1 and received = $2`,
    [session.token, offset, content.length, key, isoAt(deps.clock.now())],
  );
  if (taken.rowCount === 1) return state(offset + content.length);
  // The same part came twice at once: the other one counts.
  await deps.store.remove(key);
  return uploadState(deps, owner, part.token);
}

async function* contentOf(deps: UploadDeps, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const part = await deps.store.get(key);
    if (!part) throw new Error(`part is gone: ${key}`);
    for await (const chunk of part.stream) yield chunk as Buffer;
  }
}

/** Puts the parts together as one stored file; asked again, because the answer was lost, it is the same file. */
export async function finishUpload(
  deps: UploadDeps,
  owner: UploadOwner,
  token: string,
  gate?: UploadGate,
): Promise<StoredFile | Refusal> {
  const session = await sessionOf(deps, owner, token);
  if (!session) return gone();
  if (session.storedKey) return (await findStoredFile(deps.sql, session.storedKey)) ?? gone();
  if (session.received < session.size) return refuse(uploadRefusals.UPLOAD_UNFINISHED);
  const stored = await saveUpload(
    deps,
    owner,
    {
      name: session.name,
      stream: Readable.from(contentOf(deps, session.parts), { objectMode: false }),
      purpose: session.purpose ?? undefined,
    },
    gate,
  );
  if (isRefusal(stored)) await dropUpload(deps, token);
  else {
    await removeParts(deps, session);
    await deps.sql.query(`update upload_session set stored_key = $2, parts = '{}', laid = '{}' where token = $1`, [
      token,
      stored.key,
    ]);
  }
  return stored;
}

/** Uploads of the version before have only the parts that count. */
async function removeParts(
  { store }: Pick<UploadDeps, 'store'>,
  { parts, laid }: Pick<Session, 'parts' | 'laid'>,
): Promise<void> {
  for (const key of new Set([...parts, ...laid])) await store.remove(key);
}

/** Takes an upload away with its parts. */
export async function dropUpload(deps: Pick<UploadDeps, 'sql' | 'store'>, token: string): Promise<void> {
  const { rows } = await deps.sql.query<Pick<Session, 'parts' | 'laid'>>(
    'delete from upload_session where token = $1 returning parts, laid',
    [token],
  );
  for (const row of rows) await removeParts(deps, row);
}
