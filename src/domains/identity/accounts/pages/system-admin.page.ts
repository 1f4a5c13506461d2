/** 管理员账号: every account of every unit, for the super administrator. */
import { bool, choice, int, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { loginNameField, nameField, phoneField, unitTypes } from '../../fields.ts';
import {
  accountOnOff,
  accountState,
  accountTotp,
  resetPasswordButton,
  signOutButton,
  totpOffButton,
  unlockButton,
} from '../account-buttons.ts';

const [disable, enable] = accountOnOff('「{name}」');

export default page({
  title: '管理员账号',
  path: '/admin/system/admin',
  menu: ['系统', '系统'],
  order: 10,
  fields: {
    loginName: { ...loginNameField, verify: '/admin/common/verify_login_name', verifyMessage: '登录名已被使用' },
    name: nameField,
    phone: phoneField,
    type: choice('类型', unitTypes, { required: true, createOnly: true, initial: 'ORGANIZATION', width: 400 }),
    agentId: ref('代理商', 'agent', { createOnly: true, width: 300, help: '类型为代理商时填写' }),
    contractorId: ref('承包商', 'contractor', { createOnly: true, width: 300, help: '类型为承包商时填写' }),
    organizationId: ref('单位', 'organization', { createOnly: true, width: 300, help: '类型为单位时填写' }),
    belongName: text('归属单位'),
    roleNames: text('角色'),
    ...accountState,
    ...accountTotp,
    mustChangePwd: bool('需改密'),
    failCount: int('失败次数', { unit: '次' }),
    online: int('在线设备', { unit: '个' }),
    lastLoginAt: time('最近登录', { sortable: true }),
    lastLoginIp: text('登录 IP'),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    columns: [
      'name',
      'phone',
      'type',
      'belongName',
      'roleNames',
      'status',
      'totp',
      'failCount',
      'lockedUntil',
      'online',
      'lastLoginAt',
      'lastLoginIp',
      'createdAt',
    ],
    subline: { name: 'loginName' },
    search: [keyword('登录名/姓名', 'loginName', 'name'), 'type', 'belongName', 'status', 'lastLoginAt'],
    tools: ['create'],
    row: [
      'edit',
      { ...resetPasswordButton('「{name}」'), when: (r) => r.id !== 1 },
      { ...disable, when: (r) => r.status === 'NORMAL' && r.id !== 1 },
      enable,
      unlockButton,
      signOutButton,
      totpOffButton,
    ],
  },
  form: {
    sections: [
      { title: '归属', fields: ['type', 'agentId', 'contractorId', 'organizationId'] },
      { title: '账号', fields: ['loginName', 'name', 'phone'] },
    ],
  },
});
