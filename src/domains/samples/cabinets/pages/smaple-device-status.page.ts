/** 留样设备状态: every cabinet as it stands, a day's curve, a year at a glance. */
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/smaple_device_status',
  title: '留样设备状态',
  menu: ['食品安全', '食品留样'],
  order: 30,
  limited: 'common',
  kind: 'dashboard',
  fields: {},
  verbs: { cards: '查看留样柜', day: '查看日曲线', span: '查看周、月', year: '查看全年', setup: '设置温度与校准' },
  duties: { cards: 'look', day: 'look', span: 'look', year: 'look', setup: 'setup' },
});
