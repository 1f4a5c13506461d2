/** 应用管理: what the platform sells of itself, its price, and who has it. */
import { bool, choice, int, money, refs, text } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { applicationFlow, applicationStatuses } from '../states.ts';

export default page({
  path: '/admin/platform/application',
  title: '应用管理',
  menu: ['应用', '应用管理'],
  order: 10,
  // Who has it, inside the record, goes by these.
  verbs: { setEnd: '调整到期日', close: '关闭应用', vouch: '见证调整' },
  duties: { setEnd: 'keep', close: 'keep', vouch: 'check' },
  fields: {
    name: text('名称', { required: true, max: 40, width: 300 }),
    code: text('编码', {
      required: true,
      createOnly: true,
      width: 200,
      pattern: { source: '^[A-Z][A-Z0-9_]{1,31}$', message: '应为 2–32 位大写字母、数字或下划线' },
    }),
    unitType: choice(
      '适用对象',
      [
        { value: 'ORGANIZATION', label: '单位' },
        { value: 'CONTRACTOR', label: '承包商' },
      ],
      { required: true, createOnly: true },
    ),
    base: bool('基础服务'),
    contents: text('菜单', { columnWidth: 200 }),
    pageCount: int('页面', { unit: '个' }),
    includesIds: refs('包含应用', 'application', {
      width: 400,
      help: '套餐：开通后包含的应用同样可用，升级时折抵其剩余天数',
    }),
    priceYearFen: money('年价', { required: true, min: 0, width: 200 }),
    trialDays: int('试用', { required: true, min: 0, max: 365, initial: 0, unit: '天', width: 150 }),
    intro: text('介绍', { required: true, max: 200, width: 400 }),
    usedCount: int('在用', { unit: '家' }),
    expiringCount: int('60 天内到期', { unit: '家', alarm: true }),
    status: choice('状态', applicationStatuses),
  },
  list: {
    columns: except('code', 'base', 'intro'),
    search: ['unitType', 'status'],
    row: ['edit', ...applicationFlow.buttons, 'view'],
    tools: ['create'],
    createLabel: '新增套餐',
  },
  form: { sections: [{ fields: ['name', 'code', 'unitType', 'includesIds', 'priceYearFen', 'trialDays', 'intro'] }] },
});
