/** The one shape of every answer. */
import { isRefusal, type Refusal, refusalMessage, refusalSpec } from '../refusal.ts';

export interface Envelope {
  errorcode: number;
  errormsg: string;
  data?: unknown;
  token?: string;
  fields?: Readonly<Record<string, string>>;
}

/** What goes back over the line. */
export interface Answer {
  status: number;
  body: Envelope;
  headers?: Readonly<Record<string, string>>;
}

/** Success. */
export const ok = (data: unknown = null): Envelope => ({ errorcode: 0, errormsg: '', data });

/** A refusal with its HTTP status. */
export function refused(refusal: Refusal): { status: number; body: Envelope } {
  const spec = refusalSpec(refusal.code);
  const body: Envelope = { errorcode: spec.errorcode, errormsg: refusalMessage(refusal), data: null };
  if (refusal.fields) body.fields = refusal.fields;
  return { status: spec.status, body };
}

/** Either. */
export function answer(result: unknown): { status: number; body: Envelope } {
  return isRefusal(result) ? refused(result) : { status: 200, body: ok(result ?? null) };
}
