/** 规则下发: what was published to the terminals, and who does not have it yet. */
import { bool, choice, int, ref, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import deviceList from '../../register/pages/device-list.page.ts';
import { docKinds, docStates } from '../doc-kinds.ts';

export default page({
  of: deviceList,
  limited: 'common',
  path: 'doc',
  title: '规则下发',
  fields: {
    deviceId: ref('设备', 'device', { columnWidth: 180 }),
    kind: choice('内容', docKinds),
    state: choice('状态', docStates),
    online: bool('联机', {
      words: [
        { label: '在线', tone: 'success' },
        { label: '离线', tone: 'warning' },
      ],
    }),
    wanted: int('应有版本'),
    has: int('设备版本'),
    behindSince: time('落后自', { help: '设备没有最新版本的时间' }),
    error: text('失败原因', { columnWidth: 220 }),
    publishedAt: time('发布时间'),
    ackedAt: time('设备确认'),
  },
  list: { search: ['deviceId', 'kind', 'state', 'online'], sort: 'behindSince', row: ['view'], refreshSeconds: 15 },
});
