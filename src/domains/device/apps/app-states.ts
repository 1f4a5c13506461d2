/** A version's way to the terminals: to a few first, then to all; out again by hand or, where it fails too often, by itself. */
import { type Choice, int, longText, refs } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const appStatuses = [
  { value: 'DRAFT', label: '待发布', tone: 'warning' },
  { value: 'GRAY', label: '灰度中', tone: 'info' },
  { value: 'RELEASED', label: '已全量', tone: 'success' },
  { value: 'HALTED', label: '自动暂停', tone: 'danger' },
  { value: 'ROLLED_BACK', label: '已撤回', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const platforms = [
  { value: 'ANDROID', label: '安卓' },
  { value: 'IOS', label: 'iOS' },
  { value: 'FIRMWARE', label: '固件' },
  { value: 'MINIAPP', label: '小程序' },
] as const;

export const installStates = [
  { value: 'OFFERED', label: '已提供', tone: 'neutral' },
  { value: 'DOWNLOADED', label: '已下载', tone: 'info' },
  { value: 'INSTALLED', label: '已安装', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
] as const satisfies readonly Choice[];

/** A version halts where more than this share of the devices that finished failed, and more than so many. */
export const haltAbove = { percent: 5, failures: 2 } as const;

/** A device that failed so often is not offered the version again. */
export const mostTries = 3;

export const appFlow = flow(appStatuses, {
  gray: {
    label: '灰度发布',
    from: ['DRAFT', 'GRAY', 'HALTED'],
    to: 'GRAY',
    tone: 'primary',
    ask: {
      organizationIds: refs('灰度单位', 'organization', { help: '不选为全部单位' }),
      share: int('设备比例', {
        required: true,
        unit: '%',
        min: 1,
        max: 100,
        initial: 10,
        help: '所选单位中按设备编号抽取',
      }),
    },
    done: '已发布给灰度范围内的设备',
  },
  release: {
    label: '全量发布',
    from: ['GRAY'],
    to: 'RELEASED',
    tone: 'success',
    confirm: '{name} {versionName} 将提供给所选类型的全部设备，供餐时间内不打扰。确定全量发布？',
    done: '已全量发布',
  },
  halt: { label: '自动暂停', from: ['GRAY', 'RELEASED'], to: 'HALTED', by: 'house' },
  rollback: {
    label: '撤回',
    from: ['GRAY', 'RELEASED', 'HALTED'],
    to: 'ROLLED_BACK',
    tone: 'danger',
    ask: { reason: longText('撤回原因', { required: true, min: 2, max: 200 }) },
    done: '已撤回，不再提供；已安装的设备请以更高的构建号发布修正版',
  },
});
