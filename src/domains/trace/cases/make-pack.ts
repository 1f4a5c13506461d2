/** The pack of a case: everything as it is read now, kept with its digest, so that a copy can be held against it. */
import { createHash } from 'node:crypto';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../tables.ts';
import { nameless } from './nameless.ts';
import { type OpenCase, readCase } from './read-case.ts';

export interface Pack {
  of: OpenCase;
  nameless: boolean;
  digest: string;
  madeAt: string;
  madeBy: string;
}

/** JSON with the keys of every object in order and no space: the same content is the same text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([x], [y]) => (x < y ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`;
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads the case, keeps what is given out with its digest, and answers it; `hidden`: without the names of anybody. */
export async function makePack(ctx: Ctx, caseId: number, hidden = false): Promise<Pack | Refusal> {
  const whole = await readCase(ctx, caseId, true);
  if (isRefusal(whole)) return whole;
  if (whole.namelessAt !== null) return refuse('CASE_NAMELESS', { caseNo: whole.caseNo });
  const of = hidden ? nameless(whole) : whole;
  const content = canonical({ ...of, packs: [] });
  const digest = digestOf(content);
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .insertInto('trace_pack')
    .values({
      organization_id: ownOrganization(ctx),
      id: await ctx.ids.next(),
      case_id: caseId,
      made_at: at,
      made_name: ctx.session.name,
      digest,
      content,
      nameless: hidden,
    })
    .execute();
  await ctx.audit({
    action: '导出溯源资料',
    targetId: caseId,
    targetName: of.caseNo,
    changes: [{ key: 'digest', label: hidden ? '隐去姓名的摘要' : '摘要', before: null, after: digest }],
  });
  return { of, nameless: hidden, digest, madeAt: at, madeBy: ctx.session.name };
}
