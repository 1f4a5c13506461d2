/** What may be done to a login account, as buttons; the pages of the areas show those they have. */
import { bool, choice, normalDisabled, time } from '../../../kit/define/field.ts';
import { onOff } from '../../../kit/define/on-off.ts';
import type { Action } from '../../../kit/define/page.ts';

/** What the buttons ask of a row. */
export const accountState = { status: choice('状态', normalDisabled), lockedUntil: time('锁定至') };
export const accountTotp = { totp: bool('动态口令') };

type Button = Action<typeof accountState>;

/** `of` names the account in the questions; `{…}` takes fields of the row. */
export const resetPasswordButton = (of: string): Button => ({
  key: 'reset_password',
  label: '重置密码',
  confirm: `确定重置${of}的密码？其已登录的设备会全部退出`,
  shows: 'secret',
});
/** A disabled account is signed out everywhere. */
export const accountOnOff = (of: string) => onOff(`确定停用${of}？停用后立即退出登录`, { tone: 'danger', batch: true });
export const unlockButton: Button = { key: 'unlock', label: '解除锁定', when: (r) => r.lockedUntil !== null };
export const signOutButton: Button = {
  key: 'sign_out',
  label: '强制下线',
  confirm: '确定让「{name}」在所有设备上退出登录？',
};
export const totpOffButton: Action<typeof accountTotp> = {
  key: 'totp_off',
  label: '关闭动态口令',
  confirm: '确定关闭「{name}」的动态口令？请先核实本人身份',
  when: (r) => r.totp === true,
};
