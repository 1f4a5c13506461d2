/** Codes by sheet: one row a visitor, hosts by job number or name, districts by name. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { issueCode, type NewCode } from './issue-code.ts';

/** Whoever goes by a number or a name that only one has. */
async function people(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sqlOf(ctx.db).query<{ said: string; id: number }>(
    `select s.said, min(p.id) as id from unnest($2::text[]) s (said)
     join person p on p.organization_id = $1 and p.status = 'NORMAL' and (p.job_number = s.said or p.name = s.said)
     group by s.said having count(*) = 1`,
    [ownOrganization(ctx), names],
  );
  return new Map(rows.map(({ said, id }) => [said, id]));
}

async function districts(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sqlOf(ctx.db).query<{ name: string; id: number }>(
    `select name, min(id) as id from district where organization_id = $1 and family = 'SITE' and name = any($2::text[])
     group by name having count(*) = 1`,
    [ownOrganization(ctx), names],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
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

export const codeImport: ImportBinding = {
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
