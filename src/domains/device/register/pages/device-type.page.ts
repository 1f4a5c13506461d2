/** 设备类型: models, what they can do and how they speak. */
import { choice, choices, int, money, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';

export default page({
  title: '设备类型',
  path: '/admin/platform/device_type',
  menu: ['设备', '设备管理'],
  order: 3,
  fields: {
    name: text('名称', { required: true, max: 40, width: 300, sortable: true }),
    model: text('型号', { required: true, max: 40, width: 200 }),
    kind: choice(
      '类别',
      [
        { value: 'POS', label: '消费机' },
        { value: 'FACE_POS', label: '人脸消费机' },
        { value: 'SCALE', label: '称重台' },
        { value: 'GATE', label: '闸机' },
        { value: 'MORNING_CHECK', label: '晨检仪' },
        { value: 'SAMPLE_CABINET', label: '留样柜' },
        { value: 'DISPLAY', label: '公示屏' },
        { value: 'RECHARGE', label: '充值机' },
        { value: 'PRINTER', label: '打印机' },
        { value: 'CAMERA', label: '摄像头' },
      ],
      { required: true, width: 150 },
    ),
    protocol: choice(
      '协议',
      [
        { value: 'HTTP', label: 'HTTP' },
        { value: 'MQTT', label: 'MQTT' },
        { value: 'TCP', label: 'TCP' },
        { value: 'UDP', label: 'UDP' },
      ],
      { required: true, initial: 'HTTP', width: 150 },
    ),
    abilities: choices(
      '能力',
      [
        { value: 'FACE', label: '人脸' },
        { value: 'CARD', label: '刷卡' },
        { value: 'QR', label: '扫码' },
        { value: 'SCALE', label: '称重' },
        { value: 'PRINT', label: '打印' },
        { value: 'OFFLINE', label: '脱机' },
      ],
      { width: 300 },
    ),
    offlineCapacity: int('脱机容量', { unit: '笔', min: 0, max: 10_000_000, initial: 0, width: 150 }),
    priceFen: money('价格', { initial: 0, width: 150 }),
    deviceCount: int('设备数', { unit: '台' }),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    search: [keyword('名称/型号', 'name', 'model'), 'kind', 'protocol'],
    sort: 'name',
    tools: ['create'],
    row: ['edit', 'remove'],
  },
  form: { sections: [{ fields: ['name', 'model', 'kind', 'protocol', 'abilities', 'offlineCapacity', 'priceFen'] }] },
});
