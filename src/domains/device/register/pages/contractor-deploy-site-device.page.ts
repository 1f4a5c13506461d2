/** 餐厅设备 of a contractor: whether the terminals of its restaurants are heard of and what they have yet to send. Their unit looks after them. */
import { keyword, page } from '../../../../kit/define/page.ts';
import { deviceFields } from '../device-fields.ts';

const shown = [
  'name',
  'organizationId',
  'deploySiteId',
  'status',
  'online',
  'lastBeatAt',
  'offlineCount',
  'missingCount',
  'mode',
  'typeId',
] as const;

export default page({
  title: '餐厅设备',
  path: '/admin/contractor/deploy_site/device',
  menu: ['经营管理', '项目与餐厅'],
  order: 4,
  wide: ['organizationId'],
  fields: deviceFields,
  list: {
    columns: [...shown],
    detail: ['sn', ...shown],
    subline: { name: 'sn' },
    important: ['name', 'organizationId', 'status', 'online', 'offlineCount', 'missingCount'],
    search: [keyword('名称/序列号', 'name', 'sn'), 'organizationId', 'status', 'online', 'silent', 'waiting', 'gapped'],
    sort: 'name',
    row: ['view'],
    refreshSeconds: 60,
  },
});
