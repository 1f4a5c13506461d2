/** Whether an entrance code opens a door: what the server says when it is asked, and again when a door tells of it. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { readCode } from './code-text.ts';
import { publicKeys } from './keys.ts';

export interface ShownCode {
  id: number;
  holder: string;
  districtIds: readonly number[];
  fromMs: number;
  toMs: number;
  voidedMs: number | null;
  maxUse: number;
  used: number;
  /** Whose account pays, for a temporary diner. */
  personId: number | null;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

/** The unit's codes behind texts that were scanned, by the text; what is altered or another unit's is not among them. */
export async function codesShown(
  db: Sql,
  organizationId: number,
  texts: readonly string[],
): Promise<Map<string, ShownCode>> {
  if (texts.length === 0) return new Map();
  const keys = await publicKeys(db, organizationId);
  const read = [...new Set(texts)].flatMap((text) => {
    const facts = readCode(text, (kid) => keys.get(kid));
    return facts?.genuine && facts.organizationId === organizationId ? [{ text, id: facts.codeId }] : [];
  });
  const { rows } = await db.query<ShownCode>(
    `select id, name as holder, district_ids as "districtIds", ${ms('from_at')} as "fromMs", ${ms('to_at')} as "toMs",
       ${ms('voided_at')} as "voidedMs", max_use as "maxUse", used, person_id as "personId"
     from entrance_code where organization_id = $1 and id = any($2::bigint[])`,
    [organizationId, read.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(read.flatMap(({ text, id }) => (byId.has(id) ? [[text, byId.get(id)!]] : [])));
}

export interface AtDoor {
  districtId: number;
  direction: 'IN' | 'OUT';
  /** Epoch ms. */
  at: number;
}

/** May whoever shows it pass? Out is never refused: nobody is locked in by an hour. `used`: how often it opened before. */
export function judgeCode(
  code: ShownCode,
  { districtId, direction, at }: AtDoor,
  used = code.used,
): { may: boolean; why: string } {
  const no = (why: string) => ({ may: false, why });
  if (direction === 'OUT') return { may: true, why: '入口码，外出' };
  if (code.voidedMs !== null && code.voidedMs <= at) return no('入口码已作废');
  if (at < code.fromMs) return no(`入口码 ${isoAt(code.fromMs).slice(5, 16).replace('T', ' ')} 起有效`);
  if (at >= code.toMs) return no('入口码已过期');
  if (!code.districtIds.includes(districtId)) return no('入口码不含这个区域');
  if (code.maxUse > 0 && used >= code.maxUse) return no(`入口码的 ${code.maxUse} 次已用完`);
  return { may: true, why: '入口码' };
}
