/** 人员类别: limits, price class and purses of staff, students, visitors. */
import { bool, choice, choices, int, money, normalDisabled, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/type',
  title: '人员类别',
  limited: 'common',
  menu: ['人员卡务', '人员档案'],
  order: 3,
  fields: {
    name: text('名称', { required: true, max: 30, placeholder: '如：教职工、学生、访客' }),
    priceClass: text('价格档', { max: 20, help: '同一价格档的类别在定值规则中使用同一价格' }),
    dayLimitAmountFen: money('日限额', { help: '不填则不限' }),
    dayLimitCount: int('日限次', { unit: '次', min: 0, max: 999, help: '不填则不限' }),
    singleLimitFen: money('单笔限额', { help: '不填则不限' }),
    mustOrder: bool('须先报餐/订餐', { initial: false }),
    allowOverdraft: bool('允许透支', { initial: false }),
    overdraftLimitFen: money('透支额', { initial: 0, help: '允许透支时有效' }),
    accounts: choices(
      '开通账户',
      [
        { value: 'MAIN', label: '主账户' },
        { value: 'SUBSIDY', label: '补贴账户' },
        { value: 'COUNT', label: '次数账户' },
      ],
      { required: true },
    ),
    validDays: int('有效期', { unit: '天', min: 1, max: 36500, help: '自开户之日起的天数，不填则长期有效' }),
    peopleCount: int('人数', { unit: '人' }),
    isDefault: bool('默认类别'),
    status: choice('状态', normalDisabled),
  },
  list: {
    search: ['name', 'status'],
    row: [
      'edit',
      {
        key: 'setDefault',
        label: '设为默认',
        confirm: '将「{name}」设为默认类别？开户和导入时未指定类别的人员将使用它。',
        when: (row) => row.isDefault !== true && row.status === 'NORMAL',
      },
      {
        key: 'disable',
        label: '停用',
        tone: 'danger',
        confirm: '确定停用「{name}」？停用后不能再用于开户，已有人员不受影响。',
        when: (row) => row.status === 'NORMAL' && row.isDefault !== true,
        whyNot: (row) => (row.isDefault ? '默认类别不能停用' : undefined),
      },
      { key: 'enable', label: '启用', tone: 'success', when: (row) => row.status === 'DISABLED' },
      'remove',
    ],
    tools: ['create'],
  },
  form: {
    sections: [
      { title: '类别', fields: ['name', 'priceClass', 'accounts', 'validDays'] },
      { title: '消费限制', fields: ['singleLimitFen', 'dayLimitAmountFen', 'dayLimitCount', 'mustOrder'] },
      { title: '透支', fields: ['allowOverdraft', 'overdraftLimitFen'] },
    ],
  },
});
