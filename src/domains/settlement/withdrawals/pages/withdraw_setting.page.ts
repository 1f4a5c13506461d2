/** 提现设置: what a withdrawal costs, its least and most, and from where on two look at it. */
import { choice, money } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/platform/withdraw_setting',
  title: '提现设置',
  kind: 'settings',
  menu: ['资金', '资金'],
  order: 90,
  fields: {
    feeFen: money('每笔手续费', { required: true, min: 0, width: 200, help: '打款成功时归平台；驳回、失败的不收' }),
    leastFen: money('每笔最低', { required: true, min: 1, width: 200, help: '须高于手续费' }),
    dayLimitFen: money('每日限额', { required: true, min: 1, width: 200, help: '一个单位一个营业日的合计' }),
    secondPersonFen: money('须另一人复核', {
      required: true,
      min: 0,
      width: 200,
      help: '超过这个金额，初审与复核须是两个人',
    }),
    feeBearer: choice(
      '充值手续费',
      [
        { value: 'PLATFORM', label: '平台承担' },
        { value: 'ORGANIZATION', label: '单位承担' },
      ],
      {
        required: true,
        width: 200,
        help: '渠道从充值款里扣的手续费，从承担方的待结算扣除，就餐人按全额入账；改动对之后的日子生效',
      },
    ),
  },
  form: { sections: [{ fields: ['feeFen', 'leastFen', 'dayLimitFen', 'secondPersonFen', 'feeBearer'] }] },
});
