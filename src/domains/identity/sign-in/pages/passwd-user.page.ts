/** 修改密码 of one's own account. */
import { password } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  title: '修改密码',
  kind: 'settings',
  path: '/admin/passwd_user',
  menu: null,
  everyone: true,
  fields: {
    oldPassword: password('原密码', { required: true, max: 200, width: 300 }),
    newPassword: password('新密码', {
      required: true,
      min: 8,
      max: 64,
      width: 300,
      help: '至少 8 位，同时包含字母和数字，不能与登录名、原密码或上一次的密码相同',
    }),
    again: password('再次输入新密码', { required: true, max: 64, width: 300 }),
  },
  form: { sections: [{ fields: ['oldPassword', 'newPassword', 'again'] }], submit: '确认修改' },
});
