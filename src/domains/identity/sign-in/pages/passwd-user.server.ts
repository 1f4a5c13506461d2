/** Server side of 修改密码. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { changePassword } from '../change-password.ts';
import passwdUser from './passwd-user.page.ts';

export default bind(passwdUser, {
  get: async () => ({ oldPassword: null, newPassword: null, again: null }),
  async update(ctx, _id, { oldPassword, newPassword, again }) {
    // The sign-in page has no third input and leaves it out.
    if (again !== undefined && again !== newPassword)
      return refuse('INVALID_FIELDS', { detail: '两次输入的新密码不一致' }, { again: '两次输入的新密码不一致' });
    return changePassword(ctx, oldPassword, newPassword);
  },
  outsideTransaction: ['update'],
});
