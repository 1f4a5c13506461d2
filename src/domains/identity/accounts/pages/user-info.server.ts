/** Server side of 个人信息. */
import { int, text } from '../../../../kit/define/field.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing, oneRecord } from '../../../../kit/server/page/bodies.ts';
import { answerSignedIn } from '../../invitations/answer-signed-in.ts';
import { resetNotices, sawResets, voidOwnReset } from '../../resets/reset-notices.ts';
import { liveSessions, revokeSession } from '../../sessions/account-sessions.ts';
import { beginTotp, disableTotp, editOwnProfile, enableTotp, ownProfile } from '../own-account.ts';
import { ownMatters } from '../own-matters.ts';
import userInfo from './user-info.page.ts';

const oneVersion = { ...oneRecord, version: int('版本', { required: true }) };
const aCode = { code: text('动态口令', { required: true, max: 10 }) };

export default bind(userInfo, {
  get: ownProfile,
  update: (ctx, _id, values, before) => editOwnProfile(ctx, userInfo.fields, values, before),
  bodies: {
    matters: nothing,
    reset_history: nothing,
    resets_seen: nothing,
    reset_void: oneRecord,
    invitation_accept: oneVersion,
    invitation_decline: oneVersion,
    sessions: nothing,
    revoke: oneRecord,
    totp_begin: nothing,
    totp_enable: aCode,
    totp_disable: aCode,
  },
  verbs: {
    matters: (ctx) => ownMatters(ctx),
    reset_history: (ctx) => resetNotices(ctx, ctx.session.accountId, false),
    resets_seen: sawResets,
    reset_void: (ctx, { id }) => voidOwnReset(ctx, id),
    invitation_accept: (ctx, { id, version }) => answerSignedIn(ctx, { id, version, accept: true }),
    invitation_decline: (ctx, { id, version }) => answerSignedIn(ctx, { id, version, accept: false }),
    sessions: (ctx) => liveSessions(ctx, ctx.session.accountId),
    revoke: (ctx, { id }) => revokeSession(ctx, ctx.session.accountId, id),
    totp_begin: beginTotp,
    totp_enable: (ctx, { code }) => enableTotp(ctx, code),
    totp_disable: (ctx, { code }) => disableTotp(ctx, code),
  },
  outsideTransaction: ['totp_disable'],
  reads: ['sessions', 'matters', 'reset_history'],
});
