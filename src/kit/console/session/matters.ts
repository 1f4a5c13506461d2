/** What waits for the holder of the account, whatever unit he acts for: passwords others made for it, invitations. */
import type { Invitation, OwnMatters, ResetNotice } from '../../define/matters.ts';
import { formatTime } from '../clock.ts';
import { post } from '../http/client.ts';

export const mattersKey = ['matters'];
const path = '/admin/user_info';

export const askMatters = () => post<OwnMatters>(path, 'matters');
export const sayResetsSeen = () => post(path, 'resets_seen');
export const voidReset = (id: number) => post(path, 'reset_void', { id });
export const answerInvitation = ({ id, version }: Invitation, accept: boolean) =>
  post(path, accept ? 'invitation_accept' : 'invitation_decline', { id, version });

/** What became of a password somebody else made. */
export function resetState({ state, until, endedAt, usedIp }: ResetNotice): string {
  switch (state) {
    case 'AT_ONCE':
      return '当时立即生效，原密码和已登录的设备已失效';
    case 'WAITING':
      return `临时密码尚未使用，${formatTime(until)} 前有效；原密码照常可用`;
    case 'USED':
      return `临时密码已于 ${formatTime(endedAt)} 从 ${usedIp} 登录使用，原密码和当时的登录已失效`;
    case 'VOIDED':
      return `临时密码已作废，没有被使用`;
    case 'REPLACED':
      return `临时密码已被之后的密码代替，没有被使用`;
    case 'EXPIRED':
      return `临时密码已过期，没有被使用`;
  }
}
