/** Opens a signed request: who sent it, and what its body says once the signature holds. */
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { checkSigned, readSigned, type Signer } from './signature.ts';

/** Who may sign, by the number in X-Device. */
export interface Signers<S extends Signer> {
  find(id: number): S | undefined | Promise<S | undefined>;
  /** The refusal of a number nobody has. */
  unknown: string;
}

export interface SignedRequest {
  method: string;
  /** With its query, as it was signed. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer | undefined;
}

const nothing = Buffer.alloc(0);
const unreadable = Symbol('unreadable');

/** What a body says in JSON, `{}` where there is none; a symbol where it is none. */
export function parseBody(raw: Buffer = nothing): unknown {
  if (raw.length === 0) return {};
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return unreadable;
  }
}

/** Sender, number and what the body says (or its bytes, where asked for); a refusal when any of it does not hold. */
export async function openSigned<S extends Signer>(
  { clock }: Pick<Services, 'clock'>,
  signers: Signers<S>,
  request: SignedRequest,
  bytes?: 'bytes',
): Promise<{ known: S; seq: number; body: unknown } | Refusal> {
  const headers = readSigned(request.headers);
  if (isRefusal(headers)) return headers;
  const found = signers.find(Number(headers.device));
  const known = found instanceof Promise ? await found : found;
  if (!known) return refuse(signers.unknown);
  const raw = request.body ?? nothing;
  const no = checkSigned(known, request.method, request.url, raw, headers, clock.now());
  if (no) return no;
  const body = bytes ? raw : parseBody(raw);
  if (body === unreadable) return refuse('MALFORMED', { detail: '无法读取请求内容' });
  return { known, seq: Number(headers.seq), body };
}
