/** A signature is drawn for the form it comes with: by who sends it, in its unit, of this day; no other picture, no older one. */
import type { Fields } from '../../define/field.ts';
import type { Ctx } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** A form may lie open so long. */
const freshMs = 86_400_000;

type Values = Readonly<Record<string, unknown>>;

/** INVALID_FIELDS naming the signatures that are none; one that is stored already stays. */
export async function checkSignatures(
  fields: Fields,
  ctx: Ctx,
  values: Values,
  before: Values = {},
): Promise<Refusal | undefined> {
  const asked = Object.entries(values).filter(
    ([key, value]) => fields[key]?.purpose === 'signature' && value !== null && value !== before[key],
  );
  const wrong: Record<string, string> = {};
  for (const [key, value] of asked) {
    const { rows } = await sqlOf(ctx.db).query<{ at: string }>(
      `select created_at as at from stored_file where key = $1 and key like 'signature/%' and account_id = $2
         and unit_type is not distinct from $3 and unit_id is not distinct from $4`,
      [value, ctx.session.accountId, ctx.session.unitType, ctx.session.unitId],
    );
    const at = rows[0]?.at;
    if (at === undefined || Date.parse(at) < ctx.clock.now() - freshMs) wrong[key] = '请重新签名';
  }
  const detail = Object.keys(wrong).map((key) => `${fields[key]!.label}：请重新签名`);
  return detail.length > 0 ? refuse('INVALID_FIELDS', { detail: detail.join('；') }, wrong) : undefined;
}
