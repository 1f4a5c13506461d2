/** 客户账号: the agent's own accounts and the administrators of the customers it opened. */
import { bool, choice, date, normalDisabled, region, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { loginNameField, phoneField } from '../../fields.ts';
import { accountOnOff, resetPasswordButton, unlockButton } from '../account-buttons.ts';

export default page({
  title: '客户账号',
  path: '/admin/agent/account',
  menu: ['客户', '客户'],
  order: 10,
  fields: {
    unitName: text('客户名称', { required: true, createOnly: true, max: 50, width: 300, help: '单位或承包商全称' }),
    unitKind: choice(
      '单位类型',
      [
        { value: 'SCHOOL', label: '学校' },
        { value: 'COMPANY', label: '企业' },
        { value: 'HOSPITAL', label: '医院' },
        { value: 'GOVERNMENT', label: '机关' },
        { value: 'OTHER', label: '其他' },
      ],
      { createOnly: true, width: 200, help: '账号类型为单位时填写' },
    ),
    regionId: region('区域', { createOnly: true, width: 400 }),
    loginName: { ...loginNameField, verify: '/admin/common/verify_login_name', verifyMessage: '登录名已被使用' },
    unitType: choice(
      '账号类型',
      [
        { value: 'ORGANIZATION', label: '单位' },
        { value: 'CONTRACTOR', label: '承包商' },
        { value: 'AGENT', label: '本代理商' },
      ],
      { required: true, createOnly: true, initial: 'ORGANIZATION', width: 300, help: '开户时选择单位或承包商' },
    ),
    name: text('联系人', { required: true, max: 20, width: 200 }),
    phone: { ...phoneField, required: true },
    expireAt: date('服务到期'),
    unitStatus: choice('客户状态', [
      { value: 'TRIAL', label: '试用', tone: 'info' },
      { value: 'NORMAL', label: '正常', tone: 'success' },
      { value: 'FROZEN', label: '冻结', tone: 'warning' },
      { value: 'DISABLED', label: '停用', tone: 'danger' },
    ]),
    status: choice('账号状态', normalDisabled),
    mustChangePwd: bool('需改密'),
    lockedUntil: time('锁定至'),
    agentReset: bool('可重置密码'),
    lastLoginAt: time('最近登录', { sortable: true }),
    createdAt: time('开户时间', { sortable: true }),
  },
  list: {
    columns: except('unitKind', 'regionId'),
    subline: { name: 'loginName' },
    search: [keyword('客户/登录名/联系人', 'unitName', 'loginName', 'name'), 'unitType', 'status', 'expireAt'],
    tools: [{ key: 'create', label: '开户', tone: 'primary', open: '/admin/agent/account/form' }],
    row: [
      'edit',
      {
        ...resetPasswordButton('「{unitName}」账号 {loginName} '),
        confirm:
          '确定为「{unitName}」账号 {loginName} 生成临时密码？客户会看到是谁、何时、从哪里重置的；用临时密码登录之前，原密码和已登录的设备照常有效（本代理商自己的账号立即失效）',
        when: (r) => r.agentReset !== false,
        whyNot: () => '该客户不允许代理商重置密码，请由其管理员或平台重置',
      },
      ...accountOnOff('账号「{loginName}」'),
      unlockButton,
    ],
  },
  form: {
    sections: [
      { title: '客户', fields: ['unitType', 'unitName', 'unitKind', 'regionId'] },
      { title: '管理员账号', fields: ['loginName', 'name', 'phone'] },
    ],
  },
});
