/** What the desk fills in to order for people, beside what an order has of itself. */
import { bool, int, lines, longText, money, refs, text } from '../../../kit/define/field.ts';

/** Most people one form orders for. */
export const mostOrdered = 200;

/** Why the desk does what it does to an order. */
export const reason = (label: string) => longText(label, { required: true, max: 100 });

export const orderForm = {
  personIds: refs('人员', 'person', { required: true, width: 500, help: '每人一单，从各自账户冻结' }),
  setCount: int('每人份数', {
    required: true,
    unit: '份',
    min: 1,
    max: 99,
    initial: 1,
    width: 150,
    help: '套餐与只订份数的餐按此；按菜订的餐在下一步逐个菜填份数',
  }),
  changes: bool('已有订单的改为这次所选', { help: '否：已订过这一餐的人不动，并列出' }),
  unitPays: bool('由单位支付', { help: '不动个人账户，取餐时挂账到部门；否：按订餐模式从个人账户扣' }),
  lines: lines(
    '菜品',
    {
      menuItemId: int('菜品编号', { readOnly: true }),
      name: text('菜品', { readOnly: true, columnWidth: 200 }),
      priceFen: money('单价', { readOnly: true }),
      left: text('可订', { readOnly: true }),
      qty: int('每人份数', { required: true, unit: '份', min: 1, max: 99 }),
    },
    { fixed: true, pick: true, unique: ['menuItemId'], carry: ['menuItemId'], min: 1, max: 100 },
  ),
  totalCount: int('单数', { unit: '单', required: true }),
  totalFen: money('总额', { required: true }),
} as const;
