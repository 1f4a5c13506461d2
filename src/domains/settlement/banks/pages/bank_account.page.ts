/** 收款账户: where a unit is paid to; the name on the account is the unit's own. */
import { choice, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../ledger/purses.ts';
import { bankFlow, bankStatuses } from '../bank-states.ts';

const ofUnit = { only: ['organization', 'contractor'] } as const;
const byPlatform = { only: ['platform'] } as const;

export default page({
  title: '收款账户',
  places: [
    { path: '/admin/organization/bank_account', menu: ['资金账户', '单位资金'] },
    { path: '/admin/contractor/bank_account', menu: ['资金管理', '账户'] },
    { path: '/admin/platform/bank_account', title: '收款账户审核', menu: ['资金', '资金'] },
  ],
  order: 40,
  verbs: { vouch: '见证收款账户' },
  duties: { vouch: 'check', submit: 'make', retire: 'check' },
  fields: {
    unitType: choice('对象类型', unitTypes, byPlatform),
    unitName: text('对象', byPlatform),
    accountName: text('户名', { columnWidth: 190, help: '与营业执照一致，由系统带出' }),
    bankName: text('开户行', { required: true, max: 60, width: 300, columnWidth: 180, help: '写到支行' }),
    branchNo: text('联行号', { width: 200, pattern: { source: '^[0-9]{12}$', message: '应为 12 位数字' } }),
    accountNo: text('账号', {
      required: true,
      mask: 'bank',
      columnWidth: 180,
      max: 30,
      width: 300,
      pattern: { source: '^[0-9]{8,30}$', message: '应为 8–30 位数字' },
    }),
    status: choice('状态', bankStatuses),
    coolingUntil: time('可收款时间', { help: '审核通过 72 小时以后' }),
    makerName: text('经办人'),
    seconderName: text('复核人'),
    checkerName: text('平台审核人'),
    checkedAt: time('审核时间'),
    checkNote: text('审核说明'),
    createdAt: time('登记时间', { sortable: true }),
  },
  list: {
    columns: except('checkNote', 'checkedAt', 'branchNo', 'unitName'),
    search: ['status', keyword('户名/开户行', 'accountName', 'bankName')],
    notice: true,
    tools: (['organization', 'contractor'] as const).map((area) => ({
      key: `add-${area}`,
      label: '登记账户',
      tone: 'primary' as const,
      only: [area],
      open: `/admin/${area}/bank_account/form`,
    })),
    row: [
      bankFlow.button('submit', ofUnit),
      bankFlow.button('approve', byPlatform),
      bankFlow.button('reject', byPlatform),
      bankFlow.button('retire', ofUnit),
      'view',
    ],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['bankName', 'branchNo', 'accountNo'] }],
    done: '已登记，请由复核人一同提交审核',
  },
});
