/** 子账户管理: whom the caterer divides its part among, at which ratio and from when, and what each had. */
import { choice, date, money, normalDisabled, percent, refs, text, time } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/contractor/contractor_sub_account',
  title: '子账户管理',
  menu: ['资金管理', '账户'],
  order: 60,
  duties: { setRatio: 'setup', disable: 'setup', enable: 'setup' },
  fields: {
    name: text('名称', { required: true, max: 40, width: 300 }),
    kind: choice(
      '类型',
      [
        { value: 'RESTAURANT', label: '餐厅' },
        { value: 'PARTNER', label: '合作方' },
        { value: 'BANK', label: '银行账户' },
      ],
      { required: true, createOnly: true, width: 200 },
    ),
    restaurantIds: refs('餐厅', 'restaurant', {
      required: true,
      width: 400,
      when: (v) => v.kind === 'RESTAURANT',
      help: '合同含其中任一餐厅的，按比例分给它',
    }),
    bankName: text('开户行', { required: true, max: 60, width: 300, when: (v) => v.kind !== 'RESTAURANT' }),
    accountNo: text('账号', {
      required: true,
      mask: 'bank',
      width: 300,
      when: (v) => v.kind !== 'RESTAURANT',
      pattern: { source: '^[0-9]{8,30}$', message: '应为 8–30 位数字' },
    }),
    ratio: percent('现比例'),
    nextRatio: percent('将改为'),
    nextFrom: date('从'),
    splitFen: money('累计分账'),
    status: choice('状态', normalDisabled),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    columns: except('createdAt'),
    search: ['kind', 'status'],
    totals: ['splitFen'],
    notice: true,
    tools: ['create'],
    row: [
      'edit',
      {
        key: 'setRatio',
        label: '调整比例',
        tone: 'primary',
        form: {
          ratio: percent('比例', {
            required: true,
            min: 0,
            max: 10_000,
            help: '占承包商应得的比例；各子账户合计不超过 100%，其余归本公司',
          }),
          fromDate: date('生效日期', { required: true, help: '须晚于今天，之前的日子不变' }),
        },
        when: (row) => row.status === 'NORMAL',
        done: '已保存，从生效日期起分账',
      },
      {
        key: 'disable',
        label: '停用',
        tone: 'danger',
        confirm: '停用「{name}」？从明天起不再分给它，已分的不变。',
        when: (row) => row.status === 'NORMAL',
      },
      { key: 'enable', label: '启用', when: (row) => row.status === 'DISABLED', done: '已启用，请再设比例' },
      'view',
    ],
  },
  form: { sections: [{ fields: ['name', 'kind', 'restaurantIds', 'bankName', 'accountNo'] }] },
});
