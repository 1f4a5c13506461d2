/** UDP设备: controllers of old gates that speak UDP: whether they may, what was heard of them, what was dropped. */
import { bool, choice, int, normalDisabled, ref, text, time } from '../../../../kit/define/field.ts';
import { onOff } from '../../../../kit/define/on-off.ts';
import { except, keyword, page } from '../../../../kit/define/page.ts';

const path = '/admin/organization/udp';
const linkStates = [
  { value: 'ONLINE', label: '在线', tone: 'success' },
  { value: 'OFFLINE', label: '离线', tone: 'warning' },
  { value: 'DISABLED', label: '停用', tone: 'danger' },
] as const;

export default page({
  path,
  title: 'UDP设备',
  menu: ['门禁考勤', '门禁'],
  order: 40,
  limited: 'common',
  duties: { openDoor: 'keep', setting: 'setup' },
  fields: {
    deviceId: ref('设备', 'device', { required: true, createOnly: true, width: 300, columnWidth: 180 }),
    deviceName: text('设备名称', { readOnly: true }),
    doorNo: text('门号', { max: 20, width: 150 }),
    deploySiteId: ref('部署点', 'deploy_site', { readOnly: true }),
    ip: text('唤醒地址', { max: 15, width: 200, help: '可不填：控制器自己来连；填了内网地址，服务重启后会去叫它' }),
    port: int('唤醒端口', { min: 1, max: 65_535, width: 150 }),
    state: choice('状态', linkStates),
    paired: bool('密钥', {
      columnWidth: 80,
      words: [
        { label: '已配对', tone: 'success' },
        { label: '未配对', tone: 'warning' },
      ],
    }),
    source: text('来自', { columnWidth: 150, help: '最近一次证实了身份的地址' }),
    lastSeenAt: time('最近收到'),
    taken: int('收下', { unit: '个' }),
    forged: int('签名不符', { unit: '个', alarm: true, help: '不应答：密钥不对，或有人冒充' }),
    replayed: int('重放', { unit: '个', alarm: true, help: '不应答：旧的计数，或换了地址而没有重新握手' }),
    status: choice('登记', normalDisabled, { initial: 'NORMAL' }),
  },
  list: {
    columns: except('status', 'deviceName'),
    search: [keyword('名称/门号', 'deviceName', 'doorNo'), 'deploySiteId', 'state'],
    sort: '-lastSeenAt',
    row: [
      {
        key: 'openDoor',
        label: '远程开门',
        tone: 'warning',
        form: { reason: text('原因', { required: true, max: 100, help: '记入操作日志；60 秒内没有开就作废' }) },
        when: (row) => row.state === 'ONLINE',
        done: '已发往控制器，60 秒内有效',
      },
      'edit',
      ...onOff('停用「{deviceName}」？停用后不再听它的 UDP，HTTPS 不受影响'),
      'remove',
    ],
    tools: [
      'create',
      { key: 'push', label: 'UDP下发', open: `${path}/push` },
      {
        key: 'setting',
        label: '启用与停用',
        form: {
          enabled: bool('本单位启用 UDP', {
            initial: false,
            help: '停用时本单位控制器的数据一概不收；报文里只有编号，没有姓名、卡号、人脸',
          }),
        },
        done: '5 秒内生效',
      },
    ],
    refreshSeconds: 15,
    notice: true,
  },
  form: { sections: [{ fields: ['deviceId', 'doorNo', 'ip', 'port'] }] },
});
