/** Server side of 个人信息. */
import { changesOf } from '../../../kit/server/audit/entry.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { liveSessions, revokeSession } from '../account-sessions.ts';
import { beginTotp, disableTotp, enableTotp, ownProfile } from '../own-account.ts';
import userInfo from './user_info.page.ts';

export default bind(userInfo, {
  get: ownProfile,
  async update(ctx, _id, values, before) {
    const { accountId } = ctx.session;
    const version = before.version as number;
    const { name, phone, avatar } = values;
    const done = await ctx.db
      .updateTable('account')
      .set({
        ...(name ? { name } : {}),
        ...(phone === undefined ? {} : { phone }),
        ...(avatar === undefined ? {} : { avatar }),
        updated_at: isoAt(ctx.clock.now()),
        version: version + 1,
      })
      .where('id', '=', accountId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n) return refuse('STALE');
    ctx.services.sessionCache.forget(accountId);
    await ctx.audit({
      action: '编辑',
      targetId: accountId,
      targetName: ctx.session.account,
      changes: changesOf(userInfo.fields, before, { name, phone, avatar }),
    });
    return null;
  },
  verbs: {
    sessions: (ctx) => liveSessions(ctx.services, ctx.session.accountId, ctx.session.tokenHash),
    revoke: (ctx, { id }) => revokeSession(ctx, ctx.session.accountId, id),
    totp_begin: beginTotp,
    totp_enable: (ctx, { code }) => enableTotp(ctx, code),
    totp_disable: (ctx, { code }) => disableTotp(ctx, code),
  },
});
