/** Codes by sheet: one row a visitor, hosts by job number or name, districts by name. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { idsNamed } from '../../../kit/server/jobs/import/ids-named.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { issueCode, type NewCode } from './issue-code.ts';

/** Whoever goes by a number, or a name. */
async function people(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string; code: string | null }>(
    `select id, name, job_number as code from person where organization_id = $1 and status = 'NORMAL'
       and (job_number = any($2::text[]) or name = any($2::text[]))`,
    [ownOrganization(ctx), names],
  );
  return idsNamed(rows);
}

async function districts(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string }>(
    `select id, name from district where organization_id = $1 and family = 'SITE' and name = any($2::text[])`,
    [ownOrganization(ctx), names],
  );
  return idsNamed(rows);
}

export const codeOf = (values: Readonly<Record<string, unknown>>): NewCode => ({
  kind: values.kind as NewCode['kind'],
  holderName: String(values.holderName),
  phone: (values.phone as string | null | undefined) ?? null,
  hostId: values.hostId as number,
  personId: (values.personId as number | null | undefined) ?? null,
  districtIds: values.districtIds as number[],
  fromAt: String(values.fromAt),
  toAt: String(values.toAt),
  maxUse: (values.maxUse as number | null | undefined) ?? 1,
  onlineOnly: values.onlineOnly === true,
  reason: String(values.reason ?? ''),
});

/** Who has a code for the same time already: a second one lets them in as often again. */
async function warnings(ctx: Ctx, rows: readonly ImportRow[]): Promise<string[]> {
  const codes = rows.map(({ values }) => codeOf(values));
  const { rows: found } = await sqlOf(ctx.db).query<{ nth: number }>(
    `select distinct a.nth::int as nth from unnest($2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) with ordinality
       as a (name, phone, from_at, to_at, nth)
     join entrance_code c on c.organization_id = $1 and c.name = a.name and c.phone is not distinct from a.phone
       and c.from_at < a.to_at and c.to_at > a.from_at and c.status <> 'VOID' order by 1`,
    [
      ownOrganization(ctx),
      codes.map(({ holderName }) => holderName),
      codes.map(({ phone }) => phone),
      codes.map(({ fromAt }) => fromAt),
      codes.map(({ toAt }) => toAt),
    ],
  );
  const names = found.map(({ nth }) => codes[nth - 1]!.holderName);
  if (names.length === 0) return [];
  return [
    `${names.length} 人这段时间已有入口码（${names.slice(0, 5).join('、')}${names.length > 5 ? '…' : ''}），再导入会各多一个`,
  ];
}

export const codeImport: ImportBinding = {
  warnings,
  resolve: (ctx, field, names) => (field === 'districtIds' ? districts(ctx, names) : people(ctx, names)),
  commit: async (ctx, rows) => {
    const refused = new Map<number, string>();
    for (const { rowNo, values } of rows) {
      const made = await issueCode(ctx, codeOf(values));
      if (isRefusal(made)) refused.set(rowNo, Object.values(made.fields ?? {})[0] ?? refusalMessage(made));
    }
    return refused;
  },
};
