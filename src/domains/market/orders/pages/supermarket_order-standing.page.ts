/** 周期订单: what somebody wants every week; the orders of a day are made before it closes. */
import {
  bool,
  choice,
  choices,
  date,
  decimal,
  lines,
  normalDisabled,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { deliveryWays } from '../order-states.ts';

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((label, i) => ({
  value: String(i + 1),
  label,
}));

export default page({
  path: '/admin/contractor/supermarket/supermarket_order/standing',
  title: '周期订单',
  menu: ['商超', '订单配送'],
  order: 20,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization', { required: true, createOnly: true }),
    jobNumber: text('工号', { required: true, createOnly: true, max: 32 }),
    personName: text('人员', { mask: 'name' }),
    weekdays: choices('每周', weekdays, { required: true }),
    deliveryWay: choice('方式', deliveryWays, { required: true, initial: 'PICKUP' }),
    address: text('地址', { max: 60, when: (values) => values.deliveryWay === 'DELIVERY' }),
    lines: lines(
      '商品',
      {
        goodsId: ref('商品', 'goods', { required: true, width: 200 }),
        quantity: decimal('数量（称重商品填千克）', { required: true, digits: 3, min: 0.001, max: 10_000, width: 150 }),
      },
      { required: true, min: 1, max: 30, unique: ['goodsId'] },
    ),
    goodsNames: text('商品', { columnWidth: 240 }),
    fromDate: date('从', { required: true }),
    until: date('到', { help: '不填为一直' }),
    skipDates: text('跳过的日子', { max: 200, help: '逗号分开，如 2026-12-01,2026-12-02' }),
    askedFor: date('最近一次'),
    missed: text('没有下单', { columnWidth: 260 }),
    isMissed: bool('上次没有下单', { hidden: true }),
    status: choice('状态', normalDisabled),
    makerName: text('登记人'),
    createdAt: time('登记时间'),
  },
  list: {
    columns: except('lines', 'jobNumber', 'address', 'makerName'),
    detail: except('lines'),
    important: ['organizationId', 'personName', 'weekdays', 'goodsNames', 'missed', 'status'],
    search: ['organizationId', 'status', 'isMissed', keyword('人员/工号', 'personName', 'jobNumber')],
    sort: '-createdAt',
    tools: ['create'],
    row: [
      'edit',
      {
        key: 'disable',
        label: '停止',
        tone: 'danger',
        confirm: '停止 {personName} 的周期订单？',
        when: (row) => row.status === 'NORMAL',
      },
      { key: 'enable', label: '恢复', when: (row) => row.status === 'DISABLED' },
    ],
  },
  form: {
    sections: [
      { title: '谁', fields: ['organizationId', 'jobNumber'] },
      { title: '什么时候', fields: ['weekdays', 'fromDate', 'until', 'skipDates', 'deliveryWay', 'address'] },
      { title: '要什么', fields: ['lines'] },
    ],
    done: '已保存，截止前自动下单；余额不足的当天跳过',
  },
});
