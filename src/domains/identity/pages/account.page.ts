/** 账号管理: the login accounts a unit looks after. */
import { bool, text, time } from '../../../kit/define/field.ts';
import { keyword, page } from '../../../kit/define/page.ts';
import {
  accountOnOff,
  accountState,
  accountTotp,
  resetPasswordButton,
  signOutButton,
  totpOffButton,
  unlockButton,
} from '../account-buttons.ts';
import { dataScopeField, loginNameField, nameField, phoneField, rolesField } from '../fields.ts';

export default page({
  title: '账号管理',
  places: [
    { path: '/admin/organization/account', menu: ['系统设置', '账号权限'] },
    { path: '/admin/contractor/account', menu: ['经营管理', '账号权限'] },
    { path: '/admin/platform/admin', title: '平台管理员', menu: ['系统', '系统'] },
  ],
  order: 10,
  fields: {
    loginName: { ...loginNameField, verify: '/admin/common/verify_login_name', verifyMessage: '登录名已被使用' },
    name: nameField,
    phone: phoneField,
    roleIds: rolesField,
    dataScope: dataScopeField,
    ...accountState,
    ...accountTotp,
    mustChangePwd: bool('需改密'),
    lastLoginAt: time('最近登录', { sortable: true }),
    lastLoginIp: text('登录 IP'),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    columns: [
      'name',
      'phone',
      'roleIds',
      'dataScope',
      'status',
      'totp',
      'mustChangePwd',
      'lockedUntil',
      'lastLoginAt',
      'lastLoginIp',
      'createdAt',
    ],
    subline: { name: 'loginName' },
    search: [keyword('登录名/姓名', 'loginName', 'name'), 'roleIds', 'status'],
    sort: '-createdAt',
    tools: ['create'],
    row: [
      'edit',
      resetPasswordButton('「{name}」'),
      ...accountOnOff('「{name}」'),
      unlockButton,
      signOutButton,
      totpOffButton,
    ],
    export: true,
  },
  form: { sections: [{ fields: ['loginName', 'name', 'phone', 'roleIds'] }] },
});
