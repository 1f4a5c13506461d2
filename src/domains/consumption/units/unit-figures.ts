/** Figures and drills the summaries across units share. */
import { int, money } from '../../../kit/define/field.ts';
import { purseFields } from '../fields.ts';

export const unitFigures = {
  consumeCount: int('消费笔数', { unit: '笔' }),
  heads: int('消费人次', { unit: '人次', help: '同一人同一餐只计一次；按餐厅或承包商看时，在每家餐厅各计一次' }),
  originFen: money('原价'),
  discountFen: money('优惠'),
  ...purseFields('支付'),
  countUsed: int('次数消费', { unit: '次' }),
  amountFen: money('消费合计'),
  reversedFen: money('纠错退回'),
  supplementFen: money('补扣'),
  netFen: money('净额'),
};

/** What the totals by people say, which are added up apart. */
export const netByPeople = '按部门加总的净额';
