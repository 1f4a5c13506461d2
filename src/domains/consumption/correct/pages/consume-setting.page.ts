/** 消费处理设置: the few figures that decide when a second person is needed and how far debts go. */
import { choice, int, money } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/consume/setting',
  title: '消费处理设置',
  menu: ['消费管理', '消费设置'],
  order: 40,
  kind: 'settings',
  fields: {
    correctLimitFen: money('纠错免审限额', {
      required: true,
      max: 10_000_000,
      width: 200,
      help: '不超过此金额的纠错和撤销立即入账；超过的须由另一人审核。填 0 则全部审核',
    }),
    manualLimitFen: money('人工消费免审限额', {
      required: true,
      max: 100_000_000,
      width: 200,
      help: '一批人工消费的合计超过此金额，须由另一人审核',
    }),
    arrearsLimitFen: money('个人欠款上限', {
      required: true,
      max: 1_000_000,
      width: 200,
      help: '脱机消费入账为欠款、人工消费允许欠款时，每人最多欠到此金额；充值时先还欠款',
    }),
    expiredLot: choice(
      '补贴已到期时退回到',
      [
        { value: 'LOT', label: '原补贴（随后清零）' },
        { value: 'MAIN', label: '主账户' },
      ],
      { required: true },
    ),
    repeatIntervalSec: int('疑似重复间隔', {
      required: true,
      unit: '秒',
      min: 0,
      max: 3_600,
      width: 150,
      help: '同一人在同一设备以相同金额再次消费，间隔小于此秒数时标记为疑似重复，不拦截',
    }),
  },
  form: {
    sections: [
      { title: '审核', fields: ['correctLimitFen', 'manualLimitFen'] },
      { title: '欠款与退回', fields: ['arrearsLimitFen', 'expiredLot'] },
      { title: '重复刷卡', fields: ['repeatIntervalSec'] },
    ],
  },
});
