/** 地址码: the QR code of a place, which opens what can be ordered to it. */
import { choice, int, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';

export const codeStates = [
  { value: 'NONE', label: '未生成', tone: 'neutral' },
  { value: 'GIVEN', label: '使用中', tone: 'success' },
] as const;

export default page({
  path: '/admin/organization/address_code',
  title: '地址码',
  duties: { give: 'look' },
  limited: 'common',
  menu: ['订餐管理', '订餐设置'],
  order: 40,
  fields: {
    areaId: ref('区域', 'order_area'),
    name: text('地址'),
    building: text('楼栋'),
    floor: text('楼层'),
    room: text('房间/床位'),
    codeState: choice('地址码', codeStates),
    codeAt: time('生成时间'),
    scans: int('扫码', { unit: '次', help: '同一台设备一天算一次，每分钟记一次；重新生成后从头数' }),
    lastScanAt: time('最近扫码'),
  },
  list: {
    search: ['areaId', keyword('名称/楼栋/房间', 'name', 'building', 'room'), 'codeState'],
    row: [
      { key: 'give', label: '查看与打印', shows: 'link', when: (r) => r.codeState === 'GIVEN' },
      { key: 'make', label: '生成', shows: 'link', when: (r) => r.codeState === 'NONE' },
      {
        key: 'renew',
        label: '重新生成',
        tone: 'danger',
        shows: 'link',
        confirm: '重新生成后，已张贴的旧码立即失效。确定？',
        when: (r) => r.codeState === 'GIVEN',
      },
      {
        key: 'end',
        label: '停用',
        tone: 'danger',
        confirm: '停用「{name}」的地址码？已张贴的码立即失效。',
        when: (r) => r.codeState === 'GIVEN',
      },
    ],
    tools: [
      { key: 'labels', label: '打印标签', open: '/admin/organization/address_code/address_labels' },
      { key: 'all', label: '批量生成', confirm: '给所选地址生成地址码？已有的不变。', batch: true, done: '已生成' },
    ],
  },
});
