/** 设备缺号: what each terminal has used and what arrived; whether the month may be closed; who lacks the newest card list. */
import { bool, choice, int, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';
import { lights } from '../../../device/public.ts';

export default page({
  path: '/admin/organization/offline_consume/gap',
  title: '设备缺号',
  menu: ['消费管理', '消费处理'],
  order: 5,
  fields: {
    name: text('设备', { columnWidth: 180 }),
    sn: text('序列号'),
    light: choice('月结', lights, { columnWidth: 100 }),
    online: bool('在线', { columnWidth: 70 }),
    lastBeatAt: time('最近心跳'),
    usedCount: int('设备流水', { unit: '笔', help: '设备已用的流水号个数' }),
    receivedCount: int('平台已收', { unit: '笔', help: '已入账、已拒绝、已转脱机待处理的都算已收' }),
    offlineCount: int('未上传', { unit: '笔', help: '设备说还没有上传的' }),
    missingCount: int('缺号', { unit: '笔', help: '已用、没有收到、也不在未上传之内' }),
    gaps: text('缺号明细', { columnWidth: 200, help: '没有到平台的流水号，含设备还未上传的' }),
    givenUpCount: int('已放弃', { unit: '笔' }),
    listVersion: int('名单版本'),
    listBehind: int('未下发名单', { unit: '张' }),
    lostBehind: int('其中停用卡', { unit: '张', help: '挂失、冻结、补换、退卡而设备还不知道的卡' }),
    deploySiteId: ref('部署点', 'deploy_site'),
  },
  list: {
    subline: { name: 'sn' },
    search: [keyword('名称/序列号', 'name', 'sn'), 'light', 'deploySiteId'],
    sort: 'name',
    totals: except('listVersion', 'listBehind', 'lostBehind'),
    row: [
      {
        key: 'giveUp',
        label: '放弃缺号',
        tone: 'danger',
        form: { reason: longText('原因', { required: true, max: 100, help: '如：设备主板损坏，记录无法取回' }) },
        confirm: '放弃「{name}」的 {missingCount} 个缺号：这些消费将不再等待。之后若上传，仍会照常入账。',
        when: (r) => (r.missingCount ?? 0) > 0 && (r.offlineCount ?? 0) === 0,
        whyNot: (r) => ((r.missingCount ?? 0) > 0 ? `还有 ${r.offlineCount} 笔未上传，请先上传` : undefined),
        done: '已放弃，月结不再等待这些流水号',
      },
      {
        key: 'reopen',
        label: '恢复缺号',
        confirm: '把「{name}」已放弃的 {givenUpCount} 个流水号重新列为缺号？',
        when: (r) => (r.givenUpCount ?? 0) > 0,
      },
      { key: 'records', label: '待处理记录', open: '/admin/organization/offline_consume?deviceId={id}' },
      { key: 'device', label: '设备', open: '/admin/organization/device_list?keyword={sn}' },
    ],
    refreshSeconds: 30,
  },
});
