/** Keys of a unit's apps, and the codes that bind people to them. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { eightDigits } from '../../device/public.server.ts';
import { dinersOf } from '../../headcount/public.server.ts';
import { bindApp } from '../../people/public.server.ts';
import { orderingRefusals } from '../refusals.ts';
import type { KnownApp } from './signers.ts';

export const codeMinutes = 10;

/** A new key of 32 bytes, base64url; stored sealed. */
function newSecret({ random, vault }: Pick<Services, 'random' | 'vault'>): { key: string; secret: string } {
  const key = random.token(32);
  return { key, secret: vault.seal(key) };
}

const shownKey = (id: number, epoch: number, key: string): Show => ({
  secret: {
    label: '密钥',
    value: key,
    note: `只显示这一次，请存入应用的服务器。应用编号 ${id}，密钥批次 ${epoch}；接法见「就餐人接口」文档`,
  },
});

/** The key of an app just registered, to be shown once. */
export async function firstKey(ctx: Ctx, appId: number): Promise<Show> {
  const { key, secret } = newSecret(ctx.services);
  await ctx.db.updateTable('diner_app').set({ secret }).where('id', '=', appId).execute();
  return shownKey(appId, 1, key);
}

/** 换密钥: what the old one signs is refused from now on. */
export async function renewKey(ctx: Ctx, { rows }: ActionInput): Promise<Show> {
  const row = rows[0]!;
  const { key, secret } = newSecret(ctx.services);
  const { epoch } = await ctx.db
    .updateTable('diner_app')
    .set({
      secret,
      epoch: sql<number>`epoch + 1`,
      version: sql<number>`version + 1`,
      updated_at: isoAt(ctx.clock.now()),
    })
    .where('id', '=', row.id)
    .returning('epoch')
    .executeTakeFirstOrThrow();
  await ctx.audit({ action: '换密钥', targetId: row.id, targetName: String(row.name) });
  return shownKey(row.id, epoch, key);
}

const hashOf = (appId: number, code: string) => hash('sha256', `${appId}:${code}`, 'hex');

/** 绑定码 of a person for the app, shown once; it replaces one still open. */
export async function showBindingCode(ctx: Ctx, { rows, values }: ActionInput): Promise<Show | Refusal> {
  const row = rows[0]!;
  const personId = values.personId as number;
  const organizationId = row.organizationId as number;
  const diner = (await dinersOf(sqlOf(ctx.db), organizationId, [personId])).get(personId);
  if (!diner) return refuse('NOT_FOUND');
  if (diner.status !== 'NORMAL') return refuse(orderingRefusals.ORDER_DINER_NOT_NORMAL, { person: diner.name });
  const value = eightDigits(ctx.services.random);
  const fresh = { code_hash: hashOf(row.id, value), expires_at: isoAt(ctx.clock.now() + codeMinutes * 60_000) };
  await ctx.db
    .insertInto('diner_code')
    .values({ organization_id: organizationId, app_id: row.id, person_id: personId, ...fresh })
    .onConflict((on) => on.columns(['organization_id', 'app_id', 'person_id']).doUpdateSet(fresh))
    .execute();
  await ctx.audit({ action: '生成绑定码', targetId: row.id, targetName: `${row.name} · ${diner.name}` });
  const note = `请 ${diner.name} 在「${row.name}」中输入，${codeMinutes} 分钟内有效，只能用一次`;
  return { secret: { label: '绑定码', value, note } };
}

/** Whose code it is; used up by asking. DINER_CODE tells neither wrong from expired. */
async function takeCode(
  db: Sql,
  app: Pick<KnownApp, 'organizationId' | 'id'>,
  code: string,
  nowMs: number,
): Promise<number | Refusal> {
  const { rows } = await db.query<{ personId: number }>(
    `delete from diner_code where organization_id = $1 and app_id = $2 and code_hash = $3 and expires_at > $4
     returning person_id as "personId"`,
    [app.organizationId, app.id, hashOf(app.id, code), isoAt(nowMs)],
  );
  return rows.length === 1 ? rows[0]!.personId : refuse(orderingRefusals.DINER_CODE);
}

/** Binds whoever was given the code; the binding's number is what later requests are sent under. */
export async function bindByCode(
  { db, ids, clock }: Pick<Services, 'db' | 'ids' | 'clock'>,
  app: Pick<KnownApp, 'organizationId' | 'id' | 'name'>,
  code: string,
): Promise<{ bindingId: number; personName: string } | Refusal> {
  const { organizationId } = app;
  return db.transaction().execute(async (trx) => {
    const tx = sqlOf(trx);
    const personId = await takeCode(tx, app, code, clock.now());
    if (isRefusal(personId)) return personId;
    const diner = (await dinersOf(tx, organizationId, [personId])).get(personId)!;
    if (diner.status !== 'NORMAL') return refuse(orderingRefusals.ORDER_DINER_NOT_NORMAL, { person: diner.name });
    return { bindingId: await bindApp(tx, { organizationId, ids, clock }, app, personId), personName: diner.name };
  });
}
