/** 设备清点: what each terminal says of the faces it holds, against what it should hold. */
import { bool, int, ref, text, time } from '../../../../kit/define/field.ts';
import { all, page } from '../../../../kit/define/page.ts';
import faceCount from './face-info-count.page.ts';

export default page({
  of: faceCount,
  path: 'inventory',
  title: '设备清点',
  limited: 'common',
  fields: {
    deviceId: ref('设备', 'device', { columnWidth: 180 }),
    right: bool('清单', {
      columnWidth: 130,
      words: [
        { label: '一致', tone: 'success' },
        { label: '不一致', tone: 'danger' },
      ],
      none: '未报',
    }),
    faceCount: int('设备上', { unit: '张' }),
    expectedCount: int('应有', { unit: '张' }),
    unknownCount: int('多出', { unit: '张', alarm: true, help: '最近一次清点：不该有的，已令设备删除' }),
    missingCount: int('缺少', { unit: '张', help: '最近一次清点：该有而没有的，已重新下发' }),
    differsSince: time('不一致自'),
    at: time('最近上报'),
    listedAt: time('最近清点'),
    digest: text('清单摘要', { columnWidth: 220 }),
  },
  list: { columns: all(), search: ['deviceId', 'right'], sort: 'differsSince', row: ['view'], refreshSeconds: 30 },
});
