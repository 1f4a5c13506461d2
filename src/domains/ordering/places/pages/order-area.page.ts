/** 订餐区域: where orders are delivered to, for what fee, until when, by whom. */
import { choice, hm, int, money, normalDisabled, phone, text, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { placeOrdersForm } from '../place-form.ts';

export default page({
  path: '/admin/organization/order_area',
  title: '订餐区域',
  limited: 'common',
  menu: ['订餐管理', '订餐设置'],
  order: 20,
  fields: {
    name: text('名称', { required: true, max: 40, width: 300 }),
    manager: text('负责人', { max: 20, width: 200 }),
    phone: phone('电话', { width: 200 }),
    deliveryFeeFen: money('配送费', {
      required: true,
      initial: 0,
      max: 100_000,
      width: 150,
      help: '每单，随订单一起付',
    }),
    cutoffTime: hm('截单时间', {
      max: 1_439,
      width: 150,
      help: '在订餐截止的那天，早于订餐规则的截止时间才有作用；留空与规则相同',
    }),
    sort: int('次序', { readOnly: true, columnWidth: 70, help: '列表、选择与配送单都按它' }),
    addresses: int('地址', { unit: '个', readOnly: true }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    createdAt: time('创建时间'),
  },
  list: {
    columns: except('createdAt'),
    search: ['name', 'manager', 'status'],
    sort: 'sort',
    row: [
      'edit',
      { key: 'up', label: '上移', when: (row) => (row.sort ?? 0) > 1 },
      { key: 'down', label: '下移' },
      ...onOff('停用后不能再选这个区域的地址。确定停用？', { tone: 'danger', form: placeOrdersForm, outcome: true }),
      'remove',
    ],
    tools: ['create'],
    drills: {
      addresses: { path: '/admin/organization/order_address', search: (row) => ({ areaId: row.id, status: null }) },
    },
  },
  form: { sections: [{ fields: ['name', 'manager', 'phone', 'deliveryFeeFen', 'cutoffTime', 'status'] }] },
});
