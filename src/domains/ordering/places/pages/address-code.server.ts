/** 地址码. */
import { sql } from 'kysely';
import { openPath } from '../../../../kit/define/open-page.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { openCode, revokeCode } from '../../../../kit/server/open/codes.ts';
import { type ActionInput, bind, type Show } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import address from '../open/address.open.ts';
import spec from './address-code.page.ts';

const subjectOf = (ctx: Ctx, id: number) => ({ organizationId: ownOrganization(ctx), subject: String(id) });

async function show(ctx: Ctx, { rows }: ActionInput, action: string): Promise<Show> {
  const { id, name } = rows[0]!;
  const path = openPath(address, await openCode(ctx, address, subjectOf(ctx, id)));
  await ctx.audit({ action, targetId: id, targetName: String(name) });
  return {
    link: {
      title: `「${name}」地址码`,
      path,
      note: '打印后贴在该地址。扫码只看到地址与可订的餐，没有个人信息；重新生成或停用后旧码立即失效',
    },
  };
}

/** Of the standing code of the address; null without one. */
const ofCode = (column: string) => sql`(select ${sql.ref(`c.${column}`)} from open_code c
  where c.organization_id = a.organization_id and c.page = ${address.name} and c.subject = a.id::text
    and c.revoked_at is null)`;
const codeAt = ofCode('created_at');

export default bind(spec, {
  list: over(
    spec,
    'order_address as a',
    {
      columns: {
        codeState: sql`case when ${codeAt} is null then 'NONE' else 'GIVEN' end`,
        codeAt,
        scans: ofCode('readings'),
        lastScanAt: ofCode('read_at'),
      },
    },
    (from) => from.where('a.status', '=', 'NORMAL'),
  ),
  actions: {
    give: (ctx, input) => show(ctx, input, '查看地址码'),
    make: (ctx, input) => show(ctx, input, '生成地址码'),
    renew: async (ctx, input) => {
      await revokeCode(ctx, address, subjectOf(ctx, input.rows[0]!.id));
      return show(ctx, input, '重新生成地址码');
    },
    end: async (ctx, { rows }) => {
      const { id, name } = rows[0]!;
      await revokeCode(ctx, address, subjectOf(ctx, id));
      await ctx.audit({ action: '停用地址码', targetId: id, targetName: String(name) });
      return null;
    },
    all: async (ctx, { rows }) => {
      for (const { id } of rows) await openCode(ctx, address, subjectOf(ctx, id));
      await ctx.audit({ action: '批量生成地址码', targetName: `${rows.length} 个地址` });
      return null;
    },
  },
});
