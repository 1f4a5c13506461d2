/** What 账号管理 says above its rows: passwords other units made lately, and whether the agent may. */

import type { Notice } from '../../../kit/define/page.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { ownUnit } from '../own-unit.ts';
import { ownAgentReset } from './reset-policy.ts';

const recentMs = 7 * 86_400_000;

/** The newest first; the agent's leave is said where there is nothing of that kind. */
export async function accountNotice(ctx: Ctx): Promise<Notice | null> {
  const unit = ownUnit(ctx);
  const resets = await ctx.db
    .selectFrom('password_reset as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['a.login_name', 'r.by_unit', 'r.by_name', 'r.at', 'r.end_reason', 'r.expires_at'])
    .where('a.belong_type', '=', unit.type)
    .where('a.belong_id', '=', unit.id)
    .where('r.expires_at', 'is not', null)
    .where('r.at', '>', isoAt(ctx.clock.now() - recentMs))
    .orderBy('r.at', 'desc')
    .limit(3)
    .execute();
  const now = ctx.clock.now();
  const state = (r: (typeof resets)[number]) =>
    r.end_reason === 'USED' ? '已使用' : r.end_reason || Date.parse(r.expires_at!) <= now ? '已失效' : '等待使用';
  if (resets.length > 0)
    return {
      tone: 'warning',
      text: `近 7 天其他单位生成过临时密码：${resets
        .map((r) => `${dateAt(Date.parse(r.at))} ${r.by_unit} ${r.by_name} 为账号 ${r.login_name}（${state(r)}）`)
        .join('；')}`,
    };
  if (unit.type !== 'ORGANIZATION' && unit.type !== 'CONTRACTOR') return null;
  const allowed = await ownAgentReset(ctx);
  return {
    tone: 'info',
    text: allowed
      ? '代理商可以为本单位的管理员账号生成临时密码，每次都会告知本人'
      : '已关闭代理商重置密码：忘记密码由本单位的管理员或平台重置',
    tool: { key: 'agent_reset', values: { rule: allowed ? 'ALLOW' : 'DENY' } },
  };
}
