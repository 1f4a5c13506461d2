/** An agent opens a customer: an organization on trial, or a contractor, each for a first month. */
import { sql } from 'kysely';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Customer } from '../../identity/public.server.ts';
import '../tables.ts';

/** Days until the first annual fee must be paid. */
const firstDays = 30;

/** The new unit's id; DUPLICATE at `unitName` when the name is taken. The agent is the session's own unit. */
export async function openCustomer(ctx: Ctx, customer: Customer): Promise<{ id: number } | Refusal> {
  const id = await ctx.ids.next();
  const now = ctx.clock.now();
  const at = isoAt(now);
  const common = {
    id,
    name: customer.name,
    agent_id: ctx.session.unitId,
    region_id: customer.regionId,
    contact: customer.contact,
    phone: customer.phone,
    expire_at: addDays(dateAt(now), firstDays),
    created_at: at,
    created_by: ctx.session.accountId,
    updated_at: at,
  };
  const organization = customer.type === 'ORGANIZATION';
  const row = organization ? { ...common, kind: customer.kind ?? 'OTHER', status: 'TRIAL' } : common;
  const made = await sql`insert into ${sql.table(organization ? 'organization' : 'contractor')}
    (${sql.join(Object.keys(row).map((column) => sql.ref(column)))}) values (${sql.join(Object.values(row))})
    on conflict do nothing`.execute(ctx.db);
  if (made.numAffectedRows === 1n) return { id };
  return refuse('DUPLICATE', { label: '名称', value: customer.name }, { unitName: `名称「${customer.name}」已存在` });
}
