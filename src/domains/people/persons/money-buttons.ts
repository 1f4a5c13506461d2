/** The ways from a person to his money: pages above this domain, opened with the person chosen. */
import type { Action } from '../../../kit/define/page.ts';
import { inState, living } from './life-buttons.ts';
import type { userFields } from './user-fields.ts';

type Buttons = readonly Action<typeof userFields>[];

/** The buttons under a heading of the row's menu and of the record. */
export const under = (group: string, buttons: Buttons): Buttons => buttons.map((button) => ({ ...button, group }));

const below = (page: string) => `/admin/organization/${page}`;
const opens = (key: string, label: string, open: string): Action<typeof userFields> => ({
  key,
  label,
  open: below(open),
  when: living,
  whyNot: inState,
});

export const moneyButtons: Buttons = under('资金', [
  opens('toRecharge', '充值', 'recharge/counter?personId={id}'),
  opens('toCashOut', '取款', 'cash_out_detail/form?personId={id}'),
  opens('toRefund', '退款', 'refund/form?personId={id}'),
  { key: 'toLedger', label: '账户流水', open: below('account_statement/detail?personId={id}&businessDate=*') },
]);
