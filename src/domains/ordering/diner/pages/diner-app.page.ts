/** 就餐人接口: the unit's apps through which people report and order meals for themselves, their keys, and who is bound. */
import { choice, int, normalDisabled, ref, text, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/diner_app',
  title: '就餐人接口',
  menu: ['系统设置', '设备与应用'],
  order: 60,
  fields: {
    name: text('应用名称', {
      required: true,
      max: 40,
      width: 300,
      placeholder: '如：企业微信订餐',
      help: '自有的小程序、公众号或办公系统，就餐人在其中本人报餐、订餐、查余额',
    }),
    appId: text('应用编号'),
    epoch: int('密钥批次', { help: '每换一次密钥加一；旧密钥的签名立即无效' }),
    bound: int('已绑定', { unit: '人' }),
    remark: text('备注', { max: 100, width: 400 }),
    status: choice('状态', normalDisabled),
    organizationId: ref('单位', 'organization', { hidden: true }),
    createdAt: time('创建时间'),
  },
  duties: { create: 'setup', update: 'setup', disable: 'setup', enable: 'setup', renew: 'keep' },
  list: {
    search: ['name', 'status'],
    sort: 'name',
    row: [
      {
        key: 'code',
        label: '绑定码',
        tone: 'primary',
        form: { personId: ref('人员', 'person', { required: true, width: 300 }) },
        shows: 'secret',
        when: (r) => r.status === 'NORMAL',
      },
      'edit',
      {
        key: 'renew',
        label: '换密钥',
        tone: 'danger',
        confirm: '「{name}」的现有密钥立即失效，须把新密钥存入应用的服务器。确定更换？',
        shows: 'secret',
      },
      ...onOff('停用后，在「{name}」中绑定的人不能再查询、报餐和订餐。确定停用？', { tone: 'danger' }),
    ],
    tools: ['create'],
    drills: {
      bound: {
        path: '/admin/organization/unbind',
        search: (row) => ({ keyword: row.name, kind: ['APP'], status: ['BOUND'] }),
      },
    },
  },
  form: { sections: [{ fields: ['name', 'remark'] }] },
});
