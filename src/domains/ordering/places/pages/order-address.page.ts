/** 订餐地址: buildings, floors and rooms orders are delivered to. */
import { choice, int, normalDisabled, ref, text, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { placeOrdersForm } from '../place-form.ts';

export default page({
  path: '/admin/organization/order_address',
  title: '订餐地址',
  limited: 'common',
  menu: ['订餐管理', '订餐设置'],
  order: 30,
  fields: {
    areaId: ref('区域', 'order_area', { required: true, width: 300 }),
    name: text('名称', { required: true, max: 60, width: 300 }),
    building: text('楼栋', { max: 40, width: 200 }),
    floor: text('楼层', { max: 20, width: 200 }),
    room: text('房间/床位', { max: 40, width: 200 }),
    sort: int('送餐次序', { min: 0, max: 9_999, initial: 0, width: 150, help: '小的先送' }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    createdAt: time('创建时间'),
  },
  list: {
    columns: except('createdAt'),
    search: ['areaId', keyword('名称/楼栋/房间', 'name', 'building', 'room'), 'status'],
    row: [
      'edit',
      ...onOff('停用后不能再选这个地址。确定停用？', {
        tone: 'danger',
        batch: true,
        form: placeOrdersForm,
        outcome: true,
      }),
      'remove',
    ],
    tools: ['create', { key: 'codes', label: '地址码', open: '/admin/organization/address_code' }],
  },
  form: { sections: [{ fields: ['areaId', 'name', 'building', 'floor', 'room', 'sort', 'status'] }] },
  import: {
    fields: ['areaId', 'name', 'building', 'floor', 'room'],
    help: '区域须已建立，按名称对应；同一区域内名称不能重复。',
  },
});
