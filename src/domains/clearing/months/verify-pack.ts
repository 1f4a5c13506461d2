/** 校验 of a pack somebody brings: which files are as they were packed, which are not, and where it stands in the chain. */
import { createPublicKey, verify } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { findStoredFile } from '../../../kit/server/files/save-upload.ts';
import type { Show } from '../../../kit/server/page/binding.ts';
import { kitRefusals, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { openZip, ZipError, type ZipReader } from '../../../kit/server/sheet/zip-reader.ts';
import { clearingRefusals } from '../refusals.ts';
import { keyIdOf, type Manifest, type PackSeal, packHash, sha256, signingKey } from './make-pack.ts';

const maxFileBytes = 100 * 1024 * 1024;

async function contentOf(zip: ZipReader, name: string): Promise<Buffer | undefined> {
  const entry = zip.entries.get(name);
  if (!entry) return undefined;
  const parts: Buffer[] = [];
  try {
    for await (const part of zip.stream(entry, maxFileBytes)) parts.push(part);
  } catch {
    // Not even unpacked: altered for certain.
    return Buffer.from('damaged');
  }
  return Buffer.concat(parts);
}

const parsed = <T>(content: Buffer | undefined): T | undefined => {
  try {
    return content && (JSON.parse(content.toString('utf8')) as T);
  } catch {
    return undefined;
  }
};

export interface Verdict {
  ok: boolean;
  altered: string[];
  missing: string[];
  extra: string[];
  /** Its place among all packs; undefined when the house has never made it. */
  seq: number | undefined;
  chain: string;
  signature: string;
}

export async function verdictOn(ctx: Ctx, content: Buffer): Promise<Verdict | string> {
  let zip: ZipReader;
  try {
    zip = await openZip(content);
  } catch (error) {
    if (error instanceof ZipError) return error.message;
    throw error;
  }
  const told = await contentOf(zip, 'manifest.json');
  const seal = parsed<PackSeal>(await contentOf(zip, 'signature.json'));
  // The house's own manifest is the measure: the one in the archive may be the altered file.
  const own = await packOf(ctx, seal, told);
  const text = own?.manifest ?? told?.toString('utf8');
  const manifest = parsed<Manifest>(text === undefined ? undefined : Buffer.from(text));
  if (!manifest) return '没有清单，或清单已损坏且本系统没有这个月的资料包';
  const altered: string[] = [];
  const missing: string[] = [];
  for (const file of manifest.files) {
    const found = await contentOf(zip, file.name);
    if (!found) missing.push(file.name);
    else if (sha256(found) !== file.sha256) altered.push(file.name);
  }
  if (own && told?.toString('utf8') !== own.manifest) altered.push('manifest.json');
  if (
    own &&
    (!seal ||
      seal.packHash !== own.pack_hash ||
      seal.previousHash !== own.previous_hash ||
      seal.signature !== own.signature)
  )
    altered.push('signature.json');
  const known = new Set([...manifest.files.map(({ name }) => name), 'manifest.json', 'signature.json']);
  const extra = [...zip.entries.keys()].filter((name) => !known.has(name));
  await zip.close();
  const chain = own ? await chainUpTo(ctx, own.seq) : '本系统没有做过这个资料包';
  return {
    ok: own !== undefined && altered.length + missing.length + extra.length === 0 && chain === '',
    altered,
    missing,
    extra,
    seq: own?.seq,
    chain,
    signature: own ? signatureSays(own.pack_hash, own.signature, own.key_id) : '',
  };
}

async function packOf(ctx: Ctx, seal: PackSeal | undefined, manifest: Buffer | undefined) {
  const said = parsed<Manifest>(manifest);
  let query = ctx.db.selectFrom('month_pack').selectAll();
  if (typeof seal?.packHash === 'string' && (await query.where('pack_hash', '=', seal.packHash).executeTakeFirst()))
    query = query.where('pack_hash', '=', seal.packHash);
  else if (Number.isSafeInteger(said?.organizationId) && /^\d{4}-\d{2}$/.test(String(said?.month)))
    query = query.where('organization_id', '=', said!.organizationId).where('month', '=', `${said!.month}-01`);
  else return undefined;
  return query.executeTakeFirst();
}

/** Is every link up to this one whole? '' when it is. */
async function chainUpTo(ctx: Ctx, seq: number): Promise<string> {
  const packs = await ctx.db
    .selectFrom('month_pack')
    .select(['seq', 'manifest', 'previous_hash', 'pack_hash'])
    .where('seq', '<=', seq)
    .orderBy('seq')
    .execute();
  let previous = '';
  for (const pack of packs) {
    if (pack.previous_hash !== previous || packHash(previous, pack.manifest) !== pack.pack_hash)
      return `链在第 ${pack.seq} 个资料包断开`;
    previous = pack.pack_hash;
  }
  return '';
}

function signatureSays(hash: string, signature: string, keyId: string): string {
  if (!signature) return '没有签名（未设置签名密钥）';
  const key = signingKey();
  if (!key || keyIdOf(key) !== keyId) return `由密钥 ${keyId} 签名，本机没有这把密钥`;
  return verify(null, Buffer.from(hash), createPublicKey(key), Buffer.from(signature, 'base64'))
    ? '签名有效'
    : '签名无效';
}

/** The verdict as a sheet. */
export async function verifyPack(ctx: Ctx, fileKey: string): Promise<Show | Refusal> {
  const stored = await findStoredFile(sqlOf(ctx.db), fileKey);
  const own = stored && stored.unitType === ctx.session.unitType && stored.unitId === ctx.session.unitId;
  const file = own ? await ctx.services.files.get(fileKey) : undefined;
  if (!stored || !file) return refuse(kitRefusals.FILE_GONE);
  const verdict = await verdictOn(ctx, await buffer(file.stream));
  if (typeof verdict === 'string') return refuse(clearingRefusals.PACK_UNKNOWN, { name: stored.name, why: verdict });
  const { ok, altered, missing, extra, seq, chain, signature } = verdict;
  const listed = (title: string, names: string[]) => names.map((name): [string, string] => [title, name]);
  return {
    receipt: {
      title: ok ? '资料包未被改动' : '资料包与封存时不同',
      lines: [
        ['文件', stored.name],
        ...listed('改动过', altered),
        ...listed('缺少', missing),
        ...listed('多出', extra),
        ['链上位置', seq === undefined ? chain : `第 ${seq} 个${chain ? `，${chain}` : '，前后相连'}`],
        ...(signature ? [['签名', signature] as [string, string]] : []),
      ],
      footer: ok ? '逐个文件的 SHA-256 与清单、清单与链都相符' : '以本系统保存的清单为准',
    },
  };
}
