/** 提现申请: what a unit asks to be paid of what is settled, and where that stands. */
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { withdrawalFields } from '../withdrawal-fields.ts';
import { withdrawalFlow } from '../withdrawal-states.ts';

export default page({
  title: '提现申请',
  places: [
    { path: '/admin/organization/withdrawal', menu: ['资金账户', '单位资金'] },
    { path: '/admin/contractor/withdrawal', title: '提现记录', menu: ['资金管理', '账户'] },
  ],
  order: 30,
  fields: withdrawalFields,
  list: {
    columns: except(
      'bankAccountId',
      'accountName',
      'remark',
      'checkedAt',
      'payoutNo',
      'proof',
      'auditorName',
      'checkerName',
    ),
    search: [range('createdAt'), 'status', keyword('提现单号', 'withdrawNo', 'bankFlowNo')],
    totals: ['amountFen', 'realFen'],
    notice: true,
    tools: ['create'],
    createLabel: '申请提现',
    row: [withdrawalFlow.button('cancel'), 'view'],
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['amountFen', 'bankAccountId', 'remark'] }],
    submit: '提交提现申请',
    done: '已提交，金额已冻结，等平台审核',
    outcome: true,
  },
});
