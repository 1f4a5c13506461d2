/** The states of a device and what may happen in each (domain.md §4); pages show buttons from it, commands check it. */
import type { Choice } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const deviceStatuses = [
  { value: 'IN_STOCK', label: '在库', tone: 'neutral' },
  { value: 'ASSIGNED', label: '已分配', tone: 'info' },
  { value: 'ACTIVE', label: '使用中', tone: 'success' },
  { value: 'REPAIR', label: '维修', tone: 'warning' },
  { value: 'SCRAPPED', label: '报废', tone: 'danger' },
] as const satisfies readonly Choice[];
export type DeviceStatus = (typeof deviceStatuses)[number]['value'];

/** Online and offline is a measured flag, not a state. A device becomes ACTIVE by pairing. */
export const deviceFlow = flow(
  deviceStatuses,
  {
    assign: { label: '分配', from: ['IN_STOCK'], to: 'ASSIGNED' },
    pair: { label: '配对', from: ['ASSIGNED', 'ACTIVE', 'REPAIR'], to: 'ACTIVE', by: 'house' },
    recall: { label: '回收', from: ['ASSIGNED', 'ACTIVE', 'REPAIR'], to: 'IN_STOCK' },
    repair: { label: '报修', from: ['ACTIVE'], to: 'REPAIR' },
    repaired: { label: '修复', from: ['REPAIR'], to: 'ACTIVE' },
    scrap: { label: '停用', from: ['IN_STOCK', 'REPAIR'], to: 'SCRAPPED' },
  },
  { life: true },
);
export type DeviceEvent = keyof typeof deviceFlow.moves;

/** A terminal counts as online while its last heartbeat is younger than this. */
export const onlineSeconds = 90;
/** Silent for longer than this it is lost from sight (失联): on the homes, in lists and in alerts; a shorter silence comes and goes. */
export const silentMinutes = 30;
/** How often it should send one. */
export const heartbeatSeconds = 30;

export const commandKinds = [
  { value: 'RESTART', label: '重启' },
  { value: 'SYNC_LIST', label: '同步名单' },
  { value: 'SYNC_TIME', label: '校时' },
  { value: 'UPLOAD', label: '上传脱机记录' },
  { value: 'OPEN_DOOR', label: '远程开门' },
  { value: 'INVENTORY', label: '清点人脸' },
  { value: 'CAPTURE', label: '拍照' },
] as const;
/** Those anybody who looks after terminals may give; a door is opened with a reason, on a page of its own, a picture is asked for by what happens. */
export const plainCommands = commandKinds.filter(({ value }) => value !== 'OPEN_DOOR' && value !== 'CAPTURE');
export const commandStatuses = [
  { value: 'PENDING', label: '等待设备取走' },
  { value: 'SENT', label: '已取走，等待结果' },
  { value: 'OK', label: '已执行' },
  { value: 'FAILED', label: '执行失败' },
  { value: 'EXPIRED', label: '已作废' },
] as const;
export type CommandKind = (typeof commandKinds)[number]['value'];
