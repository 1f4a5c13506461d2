/** What a device is, as the platform, its agent and its organization see it. */
import { bool, type Choice, choice, date, int, ref, text, time } from '../../../kit/define/field.ts';
import type { Action } from '../../../kit/define/page.ts';
import { type DeviceEvent, deviceFlow, deviceStatuses, plainCommands, silentMinutes } from './device-states.ts';

export const deviceModes = [
  { value: 'FIXED', label: '定值' },
  { value: 'AMOUNT', label: '金额' },
  { value: 'COUNT', label: '计次' },
  { value: 'DISH', label: '点餐' },
  { value: 'WEIGH', label: '称重' },
  { value: 'RECHARGE', label: '充值' },
  { value: 'ORDER_PICKUP', label: '取餐' },
  { value: 'SHOP', label: '商超' },
] as const satisfies readonly Choice[];

/** Said where the mode is asked. */
export const noMode = '闸机、留样柜、公示屏等不收款的设备不填';

/** Serial numbers: what is printed on the case, upper case. */
export const serialPattern = { source: '^[A-Z0-9][A-Z0-9._-]{3,39}$', message: '应为 4–40 位大写字母、数字或 . _ -' };

export const deviceFields = {
  name: text('名称', { required: true, max: 40, width: 300, sortable: true, columnWidth: 180 }),
  sn: text('序列号', {
    required: true,
    createOnly: true,
    width: 300,
    sortable: true,
    columnWidth: 130,
    pattern: serialPattern,
  }),
  typeId: ref('类型', 'device_type', { required: true, width: 300, columnWidth: 120 }),
  agentId: ref('代理商', 'agent', { width: 300 }),
  organizationId: ref('单位', 'organization', { width: 300 }),
  deploySiteId: ref('部署点', 'deploy_site', { width: 300 }),
  /** A device that charges nobody shows none; of one that does it may not be left empty (`chargingMode`). */
  mode: choice('消费模式', deviceModes, { initial: 'FIXED', width: 150, help: noMode }),
  status: choice('状态', deviceStatuses),
  online: bool('在线', {
    columnWidth: 80,
    words: [
      { label: '在线', tone: 'success' },
      { label: '离线', tone: 'warning' },
    ],
  }),
  silent: bool('失联', {
    hidden: true,
    words: [
      { label: `失联（超过 ${silentMinutes} 分钟没有心跳）`, tone: 'danger' },
      { label: '没有失联', tone: 'neutral' },
    ],
  }),
  lastBeatAt: time('最近心跳'),
  offlineCount: int('待传', { unit: '笔', columnWidth: 80 }),
  waiting: bool('有待传', { hidden: true }),
  gapped: bool('有缺号', { hidden: true }),
  missingCount: int('缺号', { unit: '笔', columnWidth: 80, alarm: true }),
  nameListVersion: int('名单版本', { columnWidth: 90 }),
  firmware: text('版本', { columnWidth: 100 }),
  ip: text('IP'),
  paired: bool('已配对', { columnWidth: 80 }),
  maxFaces: int('人脸容量', { min: 0, max: 1_000_000, width: 150 }),
  warrantyEnd: date('质保到期', { width: 150, sortable: true }),
  createdAt: time('入库时间', { sortable: true }),
} as const;

type DeviceAction = Action<typeof deviceFields>;

/** A button for a transition, shown in the states it starts from. */
export function stateAction(event: DeviceEvent, more: Partial<DeviceAction> = {}): DeviceAction {
  return deviceFlow.button(event, more as Partial<Action>);
}

export const recallAction = stateAction('recall', {
  tone: 'warning',
  confirm: '确定回收「{name}」？设备将离开单位，密钥失效',
  whyNot: (r) => ((r.offlineCount ?? 0) > 0 ? `还有 ${r.offlineCount} 笔脱机记录未上传` : undefined),
});

/** The one-time code for the terminal's pairing screen. */
export const pairingAction: DeviceAction = {
  key: 'pairing',
  label: '配对码',
  confirm: '为「{name}」生成配对码？已配对的设备重新配对后，原密钥失效',
  shows: 'secret',
  when: (r) => deviceFlow.may('pair', r.status),
};

export const revokeAction: DeviceAction = {
  key: 'revoke',
  label: '吊销密钥',
  tone: 'danger',
  confirm: '确定吊销「{name}」的密钥？设备将立即不能联网消费，须重新配对',
  when: (r) => r.paired === true,
};

/** Which numbers never arrived, epoch by epoch. */
export const gapsAction: DeviceAction = {
  key: 'gaps',
  label: '缺号明细',
  shows: 'receipt',
  when: (r) => (r.missingCount ?? 0) > 0,
};

/** What became of the last commands. */
export const commandLogAction: DeviceAction = {
  key: 'commandLog',
  label: '命令记录',
  shows: 'receipt',
  when: (r) => r.organizationId !== null,
};

/** 远程命令 with its kind asked; the device fetches it with its next heartbeat. */
export const commandAction: DeviceAction = {
  key: 'command',
  label: '远程命令',
  batch: true,
  form: { kind: choice('命令', plainCommands, { required: true, initial: 'RESTART' }) },
  when: (r) => r.status === 'ACTIVE',
  done: '命令已提交，设备在下次心跳时执行',
};
