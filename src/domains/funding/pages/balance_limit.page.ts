/** 余额限制: stored maximum, least to spend, overdraft and reminder by person type; and from where refunds need approval. */
import { json, money } from '../../../kit/define/field.ts';
import { page } from '../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/balance_limit',
  title: '余额限制',
  menu: ['资金账户', '账户对账'],
  order: 300,
  kind: 'settings',
  fields: {
    limits: json('各人员类别的限制'),
    refundAloneFen: money('退款免审限额', {
      required: true,
      min: 0,
      max: 100_000_000,
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
