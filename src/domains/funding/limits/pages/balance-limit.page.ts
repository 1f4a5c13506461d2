/** 余额限制: stored maximum, least to spend, overdraft and reminder by person type; and from where refunds need approval. */
import { int, lines, money, ref } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

const mostFen = 100_000_000;

export default page({
  path: '/admin/organization/balance_limit',
  title: '余额限制',
  menu: ['资金账户', '账户对账'],
  order: 300,
  kind: 'settings',
  fields: {
    limits: lines(
      '各人员类别的限制',
      {
        typeId: ref('人员类别', 'person_type', { readOnly: true }),
        minBalanceFen: money('最低消费余额', { max: mostFen, placeholder: '不限', help: '可用余额低于此数不能消费' }),
        overdraftFen: money('透支额', {
          max: mostFen,
          initial: 0,
          placeholder: '0.00',
          help: '余额用完后还可消费的金额',
        }),
        maxBalanceFen: money('存储上限', {
          required: true,
          min: 1,
          max: mostFen,
          placeholder: '5000.00',
          help: '充值、存款后主账户最多',
        }),
        lowAlertFen: money('低额提醒', { max: mostFen, placeholder: '不提醒', help: '主账户不高于此数时提醒' }),
        lowCount: int('低于提醒', { readOnly: true, unit: '人' }),
      },
      {
        fixed: true,
        unique: ['typeId'],
        open: { lowCount: '/admin/organization/account_balance?typeId={typeId}&lowState=LOW' },
      },
    ),
    refundAloneFen: money('退款免审限额', {
      required: true,
      min: 0,
      max: mostFen,
      width: 200,
      help: '一次退款超过此金额须由另一人审核；0 为全部须审核',
    }),
  },
  form: {
    sections: [
      { title: '各人员类别的限制', fields: ['limits'] },
      { title: '退款', fields: ['refundAloneFen'] },
    ],
  },
});
