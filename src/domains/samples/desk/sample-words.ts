/** Words of samples: their states and what may happen in each, said once for both sides. */
import { choice, image, int, longText, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const sampleStatuses = [
  { value: 'TO_SAMPLE', label: '待留', tone: 'warning' },
  { value: 'SAMPLED', label: '已称重', tone: 'info' },
  { value: 'RETAINING', label: '留存中', tone: 'success' },
  { value: 'SEALED', label: '封存', tone: 'danger' },
  { value: 'REMOVED', label: '已销样', tone: 'neutral' },
  { value: 'MISSED', label: '漏留', tone: 'danger' },
  { value: 'EXEMPT', label: '免留', tone: 'neutral' },
] as const;
export type SampleStatus = (typeof sampleStatuses)[number]['value'];

export const sampleQualities = [
  { value: 'GOOD', label: '合格', tone: 'success' },
  { value: 'UNDERWEIGHT', label: '量不足', tone: 'danger' },
  { value: 'LATE', label: '超时', tone: 'warning' },
] as const;
export type SampleQuality = (typeof sampleQualities)[number]['value'];

export const sampleSources = [
  { value: 'MANUAL', label: '手工' },
  { value: 'SCALE', label: '留样秤' },
  { value: 'CABINET', label: '留样柜' },
] as const;
export type SampleSource = (typeof sampleSources)[number]['value'];

export const removeReasons = [
  { value: 'EXPIRED', label: '到期' },
  { value: 'INSPECTION', label: '送检' },
  { value: 'ABNORMAL', label: '异常' },
] as const;
export type RemoveReason = (typeof removeReasons)[number]['value'];

export const exemptReasons = [
  { value: '未出品', label: '未出品' },
  { value: '预包装', label: '预包装食品' },
  { value: '停供', label: '停供' },
] as const;

/** What a step of a sample is called. */
export const stepActions = [
  { value: 'WEIGH', label: '称重' },
  { value: 'VOID', label: '撤销称重', tone: 'warning' },
  { value: 'PUT', label: '入柜' },
  { value: 'MOVE', label: '换格口' },
  { value: 'LABEL', label: '打印标签' },
  { value: 'SEAL', label: '封存', tone: 'danger' },
  { value: 'UNSEAL', label: '解封', tone: 'warning' },
  { value: 'DISCARD', label: '销样' },
  { value: 'TAKE', label: '提前取出', tone: 'warning' },
  { value: 'RETURN', label: '误点恢复', tone: 'warning' },
  { value: 'EXEMPT', label: '免留', tone: 'neutral' },
  { value: 'REOPEN', label: '恢复待留' },
  { value: 'MISS', label: '漏留', tone: 'danger' },
  { value: 'TEMP', label: '柜温异常', tone: 'danger' },
] as const;
export type StepAction = (typeof stepActions)[number]['value'];

/** Minutes within which who weighed may take it back alone, and a wrong removal may be returned. */
export const voidMinutes = 30;
export const returnMinutes = 15;
/** Outside a cabinet this long, a sample is worth an alert. */
export const outsideMinutes = 30;

const cell = text('格口', {
  required: true,
  max: 10,
  placeholder: 'A1',
  width: 150,
  help: '没有留样柜的填冰箱层格，如 上层1',
});
const reason = longText('原因', { required: true, max: 200 });
const inspected = (values: Readonly<Record<string, unknown>>) => values.removeReason === 'INSPECTION';

export const sampleFlow = flow(
  sampleStatuses,
  {
    weigh: {
      label: '称重',
      from: ['TO_SAMPLE', 'MISSED'],
      to: 'SAMPLED',
      tone: 'primary',
      ask: {
        grams: int('净重', { required: true, unit: '克', min: 1, max: 20_000, width: 150 }),
        weighReason: text('说明', { max: 200, help: '量不足或超时须填写' }),
        cell: text('格口', { max: 10, width: 150, placeholder: 'A1', help: '现在就放进柜里的填写' }),
        photo: image('照片'),
      },
    },
    put: { label: '入柜', from: ['SAMPLED'], to: 'RETAINING', tone: 'primary', ask: { cell } },
    move: { label: '换格口', from: ['RETAINING', 'SEALED'], to: 'RETAINING', ask: { cell } },
    discard: {
      label: '销样',
      from: ['RETAINING', 'SAMPLED'],
      to: 'REMOVED',
      batch: true,
      witness: { needs: 'vouch', says: '两人到场，确认样品已到保存期并销毁' },
      unless: (row) => (row.overdueHours === null ? '' : undefined),
    },
    seal: { label: '封存', from: ['SAMPLED', 'RETAINING'], to: 'SEALED', batch: true, tone: 'danger', ask: { reason } },
    unseal: {
      label: '解封',
      from: ['SEALED'],
      to: 'RETAINING',
      ask: { reason },
      witness: { needs: 'vouch', says: '确认不再需要作为证据保存' },
    },
    take: {
      label: '提前取出',
      from: ['RETAINING', 'SEALED'],
      to: 'REMOVED',
      tone: 'danger',
      shows: 'receipt',
      ask: {
        removeReason: choice('去向', removeReasons.slice(1), { required: true, initial: 'INSPECTION' }),
        takenGrams: int('取出', {
          required: true,
          unit: '克',
          min: 1,
          max: 20_000,
          width: 150,
          help: '少于留样量的，其余继续保存',
        }),
        agency: text('送检机构', { required: true, max: 60, when: inspected }),
        taker: text('接收人', { required: true, max: 30, when: inspected }),
        receiptNo: text('收样单号', { max: 40, when: inspected }),
        reason: longText('说明', { required: true, max: 200 }),
      },
      witness: { needs: 'vouch', says: '两人到场，确认取出的样品与数量' },
    },
    giveBack: {
      label: '误点恢复',
      from: ['REMOVED'],
      to: 'RETAINING',
      ask: { photo: image('格口照片', { required: true }), reason },
      unless: (row) => (row.returnable === true ? undefined : ''),
    },
    exempt: {
      label: '免留',
      from: ['TO_SAMPLE'],
      to: 'EXEMPT',
      batch: true,
      ask: { exemptReason: choice('原因', exemptReasons, { required: true }) },
    },
    reopen: {
      label: '恢复待留',
      from: ['EXEMPT'],
      to: 'TO_SAMPLE',
      unless: (row) => (row.reopenable === true ? undefined : ''),
    },
    voidWeigh: {
      label: '撤销称重',
      from: ['SAMPLED', 'RETAINING'],
      to: 'TO_SAMPLE',
      tone: 'warning',
      ask: { reason: longText('原因', { max: 200, help: '本人 30 分钟内可不填' }) },
    },
    miss: { label: '漏留', from: ['TO_SAMPLE'], to: 'MISSED', by: 'house' },
  },
  { life: true },
);
