/** 账号管理: the login accounts a unit looks after. */
import { bool, choice, normalDisabled, text, time } from '../../../kit/define/field.ts';
import { keyword, page } from '../../../kit/define/page.ts';
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
    status: choice('状态', normalDisabled),
    totp: bool('动态口令'),
    mustChangePwd: bool('需改密'),
    lockedUntil: time('锁定至'),
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
      {
        key: 'reset_password',
        label: '重置密码',
        confirm: '确定重置「{name}」的密码？其已登录的设备会全部退出',
        shows: 'secret',
      },
      {
        key: 'disable',
        label: '停用',
        tone: 'danger',
        batch: true,
        confirm: '确定停用「{name}」？停用后立即退出登录',
        when: (r) => r.status === 'NORMAL',
      },
      { key: 'enable', label: '启用', batch: true, when: (r) => r.status === 'DISABLED' },
      { key: 'unlock', label: '解除锁定', when: (r) => r.lockedUntil !== null },
      { key: 'sign_out', label: '强制下线', confirm: '确定让「{name}」在所有设备上退出登录？' },
      {
        key: 'totp_off',
        label: '关闭动态口令',
        confirm: '确定关闭「{name}」的动态口令？请先核实本人身份',
        when: (r) => r.totp === true,
      },
    ],
    export: true,
  },
  form: { sections: [{ fields: ['loginName', 'name', 'phone', 'roleIds'] }] },
});
