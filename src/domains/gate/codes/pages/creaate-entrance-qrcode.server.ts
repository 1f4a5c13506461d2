/** 生成入口二维码. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, refuse } from '../../../../kit/server/refusal.ts';
import { codeKinds } from '../code-words.ts';
import { codeImport, codeOf } from '../import-codes.ts';
import { issueCode } from '../issue-code.ts';
import { changeKey, voidCodes } from '../void-codes.ts';
import spec from './creaate-entrance-qrcode.page.ts';

const minuteOf = (iso: string) => isoAt(Date.parse(iso)).slice(0, 16).replace('T', ' ');

/** The code to be shown or printed. */
async function show(ctx: Ctx, { ids }: ActionInput) {
  const organizationId = ownOrganization(ctx);
  const { rows } = await sqlOf(ctx.db).query<{
    kind: string;
    holder: string;
    host: string;
    places: string;
    unit: string;
    from: string;
    to: string;
    maxUse: number;
    code: string;
  }>(
    `select c.kind, c.name as holder, h.name as host, o.name as unit, c.from_at as "from", c.to_at as "to",
       c.max_use as "maxUse", c.code,
       (select string_agg(d.name, '、' order by d.name) from district d
        where d.organization_id = c.organization_id and d.id = any(c.district_ids)) as places
     from entrance_code c join person h on h.organization_id = c.organization_id and h.id = c.host_id
       join organization o on o.id = c.organization_id
     where c.organization_id = $1 and c.id = $2 and c.status = 'VALID' and c.to_at > $3`,
    [organizationId, ids[0], isoAt(ctx.clock.now())],
  );
  const [code] = rows;
  if (!code) return refuse('NOT_NOW', { why: '入口码已过期或已作废' });
  return {
    receipt: {
      title: `${code.unit} 入口码`,
      lines: [
        ['持有人', code.holder],
        ['用途', codeKinds.find(({ value }) => value === code.kind)!.label],
        ['接待人', code.host],
        ['区域', code.places],
        ['开始', minuteOf(code.from)],
        ['结束', minuteOf(code.to)],
        ['次数', code.maxUse === 0 ? '不限' : `${code.maxUse} 次`],
      ] as [string, string][],
      qr: code.code,
      footer: '对准门上的扫码口；请勿转给他人',
    },
  };
}

export default bind(spec, {
  list: over(
    spec,
    'entrance_code as c',
    {
      refs: ['hostId as h'],
      version: true,
      columns: {
        holderName: 'c.name',
        status: sql`case when c.status = 'VOID' then 'VOID' when c.to_at <= now.at then 'EXPIRED'
          when c.max_use > 0 and c.used >= c.max_use then 'USED_UP' else 'VALID' end`,
      },
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{ at: string }>`(select ${isoAt(ctx.clock.now())}::timestamptz as at)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  create: async (ctx, values) => {
    const made = await issueCode(ctx, codeOf(values));
    return isRefusal(made) ? made : { id: made.id };
  },
  importRows: codeImport,
  options: named('entrance_code', { order: 't.created_at desc' }),
  actions: {
    show,
    void: (ctx, { ids, values }) => voidCodes(ctx, ids, String(values.reason)),
    changeKey: (ctx, { values }) => changeKey(ctx, values.revoke === true),
  },
  reads: ['show'],
  notice: async (ctx) => {
    const { rows } = await sqlOf(ctx.db).query<{ n: number }>(
      `select count(*)::int as n from entrance_code where organization_id = $1 and max_use > 0 and used > max_use
         and to_at > $2`,
      [ownOrganization(ctx), isoAt(ctx.clock.now())],
    );
    return rows[0]!.n > 0
      ? { tone: 'warning', text: `${rows[0]!.n} 个入口码在断网的门上合计用超，见进出记录；可作废或改为仅联网有效` }
      : null;
  },
});
