/** 账号管理: the login accounts a unit looks after. */
import { bool, choice, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { dataScopeField, loginNameField, nameField, phoneField, rolesField } from '../../fields.ts';
import {
  accountOnOff,
  accountState,
  accountTotp,
  resetPasswordButton,
  signOutButton,
  totpOffButton,
  unlockButton,
} from '../account-buttons.ts';

const agentResets = [
  { value: 'ALLOW', label: '可以为本单位账号生成临时密码' },
  { value: 'DENY', label: '不可以' },
] as const;

export default page({
  title: '账号管理',
  limited: 'common',
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
    temporaryUntil: time('临时密码有效至'),
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
    notice: true,
    tools: [
      'create',
      {
        key: 'agent_reset',
        label: '代理商重置密码',
        only: ['organization', 'contractor'],
        form: {
          rule: choice('代理商', agentResets, {
            required: true,
            help: '关闭后，忘记密码只能由本单位的管理员或平台重置；代理商的每次重置都会告知本人并记入本单位的修改记录',
          }),
        },
      },
    ],
    row: [
      'edit',
      resetPasswordButton('「{name}」'),
      ...accountOnOff('「{name}」'),
      unlockButton,
      signOutButton,
      totpOffButton,
      {
        key: 'void_reset',
        label: '作废临时密码',
        confirm: '确定作废「{name}」的临时密码？原密码照常有效',
        when: (r) => r.temporaryUntil !== null,
      },
    ],
  },
  form: { sections: [{ fields: ['loginName', 'name', 'phone', 'roleIds'] }] },
});
