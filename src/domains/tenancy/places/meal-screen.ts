/** The address of a restaurant's wall display: given out, and ended. */
import { openPath } from '../../../kit/define/open-page.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { openCode, revokeCode } from '../../../kit/server/open/codes.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import meals from './open/meals.open.ts';

const subjectOf = (ctx: Ctx, id: number) => ({ organizationId: ownOrganization(ctx), subject: String(id) });

/** The standing address, or a first one. */
export async function showScreen(ctx: Ctx, { rows }: ActionInput): Promise<Show> {
  const { id, name } = rows[0]!;
  const path = openPath(meals, await openCode(ctx, meals, subjectOf(ctx, id)));
  await ctx.audit({ action: '生成大屏网址', targetId: id, targetName: String(name) });
  return {
    link: {
      title: `「${name}」人次大屏`,
      path,
      note: '在大屏的浏览器里打开即可，不用登录，每 30 秒更新；只有各餐人次，没有金额和姓名。网址不要公开张贴，不用时可停用',
    },
  };
}

/** Refused with NOT_NOW when there is none. */
export async function endScreen(ctx: Ctx, { rows }: ActionInput): Promise<Refusal | null> {
  const { id, name } = rows[0]!;
  if (!(await revokeCode(ctx, meals, subjectOf(ctx, id)))) return refuse('NOT_NOW', { why: '还没有生成大屏网址' });
  await ctx.audit({ action: '停用大屏网址', targetId: id, targetName: String(name) });
  return null;
}
