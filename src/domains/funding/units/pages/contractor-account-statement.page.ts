/** 对账单 of a contractor: per unit and account what stood, came, went and stands; signed for a period, with what changed since. */
import { choice, date, ref, text, time } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, except, page, range } from '../../../../kit/define/page.ts';
import { purseAccounts, statementColumns } from '../../sheets/account-words.ts';
import { statementDrill } from '../../sheets/ledger-words.ts';
import { statementAmounts } from '../../sheets/pages/account-balance.page.ts';
import { unitField } from '../unit-fields.ts';

export const signStates = [
  { value: 'OPEN', label: '未确认', tone: 'neutral' },
  { value: 'SIGNED', label: '已确认', tone: 'success' },
  { value: 'CHANGED', label: '确认后已变动', tone: 'danger' },
] as const;

export default page({
  path: '/admin/contractor/account_statement',
  title: '对账单',
  menu: ['资金管理', '账户'],
  order: 20,
  wide: ['organizationId'],
  fields: {
    organizationId: unitField,
    account: choice('账户', purseAccounts),
    businessDate: date('期间'),
    ...statementAmounts,
    signState: choice('对账', signStates, { columnWidth: 120, help: '所选期间的确认；之后账上有变动的标出' }),
    signedBy: text('确认人'),
    signedAt: time('确认时间'),
  },
  list: {
    columns: except('businessDate'),
    important: ['organizationId', 'account', 'openingFen', 'rechargeFen', 'consumeFen', 'closingFen', 'signState'],
    search: [range('businessDate', 'thisMonth'), 'organizationId', 'account', 'signState'],
    totals: all(),
    tools: [
      {
        key: 'sign',
        label: '确认对账',
        form: {
          organizationId: ref('单位', 'organization', { required: true }),
          fromDate: date('从', { required: true }),
          toDate: date('到', { required: true, help: '已经结束的营业日' }),
        },
        done: '已确认该期间的期末余额',
      },
    ],
  },
  report: {
    identities: [
      eq('closingFen', [
        'openingFen',
        ...Object.entries(statementColumns).map(([key, side]) => (side === 'in' ? key : `-${key}`)),
      ]),
    ],
    drill: statementDrill('/admin/contractor/account_statement/detail', false),
  },
});
