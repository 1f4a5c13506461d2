/** What the console keeps of a list for a person: columns, and searches under a name. */
import { sql } from 'kysely';
import { z } from 'zod';
import { keptSearch, searchNow } from '../../kit/define/relative-days.ts';
import { dateAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { may } from '../../kit/server/page/grants.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { businessDay } from '../wallet/public.server.ts';
import { opsRefusals } from './refusals.ts';

const viewsPerPage = 50;
const stateBytes = 20_000;

const pageKey = z.object({ page: z.string().max(120) });
const stateBody = pageKey.extend({
  columns: z
    .record(
      z.string().max(60),
      z.object({
        hidden: z.boolean().optional(),
        width: z.number().min(20).max(2000).optional(),
        pin: z.union([z.string().max(10), z.boolean(), z.null()]).optional(),
        order: z.number().optional(),
        keep: z.boolean().optional(),
      }),
    )
    .optional(),
});
const viewBody = pageKey.extend({
  name: z.string().trim().min(1).max(40),
  shared: z.boolean().default(false),
  search: z.record(z.string().max(60), z.unknown()),
  schedule: z.enum(['DAILY', 'WEEKLY', 'MONTHLY']).nullable().default(null),
  sendTo: z.string().trim().max(200).default(''),
});

const todayOf = ({ clock }: Ctx) => ({ calendar: dateAt(clock.now()), book: businessDay(clock.now()) });

const mostReaders = 5;

/** Addresses as they are typed; undefined when one is none. */
function addressesOf(text: string): string | undefined {
  const all = text.split(/[,;，；\s]+/).filter(Boolean);
  const fine = all.length <= mostReaders && all.every((one) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(one));
  return fine ? all.join(',') : undefined;
}

/** What is wrong with the plan of a view; undefined when it can be kept. */
function refusePlan(ctx: Ctx, page: string, { schedule, sendTo }: z.infer<typeof viewBody>): Refusal | undefined {
  const entry = ctx.services.registry.at(page)!;
  if (schedule === null) return undefined;
  if (!entry.page.list?.export || !may(ctx.session, entry.page, entry.path, 'export'))
    return refuse('NOT_PERMITTED', { what: `${entry.title}的导出` });
  const wrong =
    addressesOf(sendTo) === undefined
      ? `请填写邮箱，多个以逗号分开，最多 ${mostReaders} 个`
      : sendTo !== '' && !ctx.services.config.smtpUrl
        ? '系统没有配置发信，请留空：文件存入导出中心'
        : undefined;
  return wrong === undefined ? undefined : refuse('INVALID_FIELDS', { detail: wrong }, { sendTo: wrong });
}

const malformed = (detail: string) => refuse('MALFORMED', { detail });

/** Pages the session may not open keep nothing for it. */
function openPage(ctx: Ctx, body: unknown): string | Refusal {
  const parsed = pageKey.safeParse(body);
  const entry = parsed.success ? ctx.services.registry.at(parsed.data.page) : undefined;
  if (!entry) return refuse('NOT_FOUND');
  return may(ctx.session, entry.page, entry.path, 'query')
    ? entry.path
    : refuse('NOT_PERMITTED', { what: entry.title });
}

/** State and views of one list. */
export async function readListState(ctx: Ctx, body: unknown): Promise<Record<string, unknown> | Refusal> {
  const page = openPage(ctx, body);
  if (typeof page !== 'string') return page;
  const { accountId, unitType, unitId } = ctx.session;
  const [stored, views] = await Promise.all([
    ctx.db
      .selectFrom('list_state')
      .select('state')
      .where('account_id', '=', accountId)
      .where('page', '=', page)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('saved_view')
      .select(['id', 'name', 'shared', 'search', 'account_id', 'schedule', 'send_to'])
      .where('page', '=', page)
      .where('unit_type', 'is not distinct from', unitType)
      .where('unit_id', 'is not distinct from', unitId)
      .where((eb) => eb.or([eb('account_id', '=', accountId), eb('shared', '=', true)]))
      .orderBy('name')
      .limit(viewsPerPage * 4)
      .execute(),
  ]);
  const spec = ctx.services.registry.at(page)!.page;
  const today = todayOf(ctx);
  return {
    ...((stored?.state as object | undefined) ?? {}),
    views: views.map(({ account_id, schedule, send_to, search, ...view }) => ({
      ...view,
      search: searchNow(spec, search as Record<string, unknown>, today),
      own: account_id === accountId,
      ...(account_id === accountId ? { schedule, sendTo: send_to } : {}),
    })),
  };
}

/** Stores columns; what is not sent stays. */
export async function saveListState(ctx: Ctx, body: unknown): Promise<Refusal | null> {
  const page = openPage(ctx, body);
  if (typeof page !== 'string') return page;
  const parsed = stateBody.safeParse(body);
  if (!parsed.success) return malformed(`列设置 ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  const { page: _page, ...state } = parsed.data;
  const text = JSON.stringify(state);
  if (text.length > stateBytes) return refuse('TOO_LARGE', { limit: '列设置 20 KB' });
  await sql`insert into list_state (account_id, page, state) values (${ctx.session.accountId}, ${page}, ${text}::jsonb)
    on conflict (account_id, page) do update set state = list_state.state || excluded.state`.execute(ctx.db);
  return null;
}

/** Saves a search; one's own view of the same name is replaced. */
export async function saveView(ctx: Ctx, body: unknown): Promise<{ id: number } | Refusal> {
  const page = openPage(ctx, body);
  if (typeof page !== 'string') return page;
  const parsed = viewBody.safeParse(body);
  if (!parsed.success)
    return refuse('INVALID_FIELDS', { detail: '名称应为 1–40 个字' }, { name: '名称应为 1–40 个字' });
  const { name, shared, schedule } = parsed.data;
  const no = refusePlan(ctx, page, parsed.data);
  if (no) return no;
  const spec = ctx.services.registry.at(page)!.page;
  const search = JSON.stringify(keptSearch(spec, parsed.data.search, todayOf(ctx)));
  const plan = {
    schedule,
    send_to: schedule === null ? '' : (addressesOf(parsed.data.sendTo) ?? ''),
    employee_id: ctx.session.employeeId,
  };
  if (search.length > stateBytes) return refuse('TOO_LARGE', { limit: '查询条件 20 KB' });
  const { accountId, unitType, unitId } = ctx.session;
  return ctx.db.transaction().execute(async (trx) => {
    const own = trx
      .selectFrom('saved_view')
      .select('id')
      .where('account_id', '=', accountId)
      .where('page', '=', page)
      .where('unit_type', 'is not distinct from', unitType)
      .where('unit_id', 'is not distinct from', unitId);
    await trx
      .deleteFrom('saved_view')
      .where('id', 'in', own.where('name', '=', name))
      .execute();
    if ((await own.execute()).length >= viewsPerPage)
      return refuse(opsRefusals.TOO_MANY_VIEWS, { limit: viewsPerPage });
    const id = await ctx.ids.next();
    await trx
      .insertInto('saved_view')
      .values({ id, account_id: accountId, unit_type: unitType, unit_id: unitId, page, name, shared, search, ...plan })
      .execute();
    return { id };
  });
}

/** Removes one's own view. */
export async function removeView(ctx: Ctx, body: unknown): Promise<Refusal | null> {
  const id = z.object({ id: z.int().positive() }).safeParse(body);
  if (!id.success) return malformed('缺少 id');
  const gone = await ctx.db
    .deleteFrom('saved_view')
    .where('id', '=', id.data.id)
    .where('account_id', '=', ctx.session.accountId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n ? null : refuse('NOT_FOUND');
}
