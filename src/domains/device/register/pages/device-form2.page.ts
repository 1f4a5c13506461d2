/** 设备批量入库: many devices by their serial numbers, from–to or as a pasted list. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  title: '设备批量入库',
  path: '/admin/platform/device/form2',
  menu: ['设备', '设备管理'],
  order: 2,
  kind: 'custom',
  fields: {},
  cites: ['/admin/platform/device_type'],
  verbs: { enter: '入库' },
});
