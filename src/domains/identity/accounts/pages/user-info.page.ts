/** 个人信息: one's own name, phone, picture, devices and one-time code. */
import { choice, image, phone, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../fields.ts';

export default page({
  title: '个人信息',
  kind: 'settings',
  places: [
    { path: '/admin/user_info', menu: null },
    { path: '/admin/system/user_info', title: '当前用户信息', menu: ['系统', '系统'] },
  ],
  order: 95,
  everyone: true,
  fields: {
    loginName: text('登录名', { createOnly: true, width: 200 }),
    name: text('姓名', { required: true, max: 30, width: 200 }),
    // One's own number is shown whole.
    phone: phone('手机号', { mask: undefined, width: 200 }),
    avatar: image('头像', { help: '不超过 2 MB 的图片' }),
    unitType: choice('当前身份', unitTypes, { createOnly: true }),
    unitName: text('所属单位', { createOnly: true, width: 300 }),
    roleNames: text('角色', { createOnly: true, width: 300 }),
    lastLoginAt: time('最近登录', { createOnly: true }),
    lastLoginIp: text('登录 IP', { createOnly: true }),
  },
  form: {
    sections: [
      {
        title: '基本信息',
        fields: [
          'loginName',
          'name',
          'phone',
          'avatar',
          'unitType',
          'unitName',
          'roleNames',
          'lastLoginAt',
          'lastLoginIp',
        ],
      },
    ],
  },
});
