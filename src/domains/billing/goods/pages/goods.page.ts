/** 设备商品: what agents buy; devices are counted in the register, other goods by hand. Cost stays with the platform. */
import { choice, int, lines, money, ref, text } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/platform/goods',
  title: '设备商品',
  menu: ['设备', '采购'],
  order: 10,
  fields: {
    name: text('商品', { required: true, max: 40, width: 300 }),
    spec: text('规格', { required: true, max: 60, width: 300 }),
    deviceTypeId: ref('设备类型', 'device_type', {
      createOnly: true,
      width: 300,
      help: '有序列号的设备须选类型，库存按设备登记的在库数；卡片、配件不选',
    }),
    supplier: text('供应商', { required: true, max: 60, width: 300 }),
    costFen: money('成本', { required: true, min: 0, width: 150 }),
    priceFen: money('标价', { required: true, min: 1, width: 150 }),
    gradePrices: lines(
      '等级价',
      {
        gradeId: ref('代理等级', 'agent_grade', { required: true }),
        priceFen: money('单价', { required: true, min: 1 }),
      },
      { unique: ['gradeId'], max: 20, help: '没有列出的等级按标价 × 采购折扣' },
    ),
    stock: int('库存', { min: 0, initial: 0, width: 150, when: (v) => !v.deviceTypeId, help: '无序列号商品的库存' }),
    freeStock: int('可售', { help: '库存减已下单未发货' }),
    reserved: int('已订未发'),
    soldQty: int('累计售出'),
    marginFen: money('毛利', { help: '标价减成本' }),
    status: choice(
      '状态',
      [
        { value: 'ON', label: '在售', tone: 'success' },
        { value: 'OFF', label: '停售', tone: 'neutral' },
      ],
      { required: true, initial: 'ON' },
    ),
  },
  list: {
    columns: [
      'name',
      'spec',
      'deviceTypeId',
      'supplier',
      'costFen',
      'priceFen',
      'marginFen',
      'freeStock',
      'reserved',
      'soldQty',
      'status',
    ],
    important: ['name', 'priceFen', 'freeStock', 'status'],
    search: ['status', 'deviceTypeId', keyword('商品/规格', 'name', 'spec')],
    row: ['edit', 'view'],
    tools: ['create'],
  },
  form: {
    sections: [
      { fields: ['name', 'spec', 'deviceTypeId', 'supplier', 'costFen', 'priceFen', 'stock', 'status', 'gradePrices'] },
    ],
  },
});
