/** The states of a person's account and what may happen in each (domain.md §4, Person account). */
import { bool, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const personStatuses = [
  { value: 'PENDING', label: '待审核', tone: 'warning' },
  { value: 'NORMAL', label: '正常', tone: 'success' },
  { value: 'SUSPENDED', label: '停用', tone: 'danger' },
  { value: 'CLOSING', label: '销户中', tone: 'warning' },
  { value: 'CLOSED', label: '已销户', tone: 'neutral' },
] as const;
export type PersonStatus = (typeof personStatuses)[number]['value'];

/** CLOSING spends no more and waits for devices and refunds; CLOSED needs every balance at 0. */
export const personFlow = flow(
  personStatuses,
  {
    verify: {
      label: '审核通过',
      from: ['PENDING'],
      to: 'NORMAL',
      tone: 'success',
      batch: true,
    },
    suspend: {
      label: '停用',
      from: ['NORMAL'],
      to: 'SUSPENDED',
      tone: 'danger',
      batch: true,
      confirm: '确定停用 {name}？停用后不能消费，余额保留。',
    },
    resume: {
      label: '恢复',
      from: ['SUSPENDED', 'CLOSING'],
      to: 'NORMAL',
      tone: 'success',
      batch: true,
    },
    leave: {
      label: '登记销户',
      from: ['NORMAL', 'SUSPENDED'],
      to: 'CLOSING',
      tone: 'warning',
      batch: true,
      confirm: '登记 {name} 销户？登记后不能再消费，待退款和设备记录上传后办理销户。',
    },
    close: {
      label: '销户',
      from: ['PENDING', 'NORMAL', 'SUSPENDED', 'CLOSING'],
      to: 'CLOSED',
      tone: 'danger',
      batch: true,
      confirm: '确定为 {name} 销户？所有账户余额须为 0，卡片同时退卡。',
      ask: {
        closeNow: bool('不等设备同步', {
          help: '设备未确认停用其卡片、或有记录未上传时不销户；选「是」立即销户，之后上传的消费转入脱机待处理',
        }),
        endOrders: bool('取消这些订餐', {
          whenTold: true,
          help: '先逐单取消，冻结的金额退回本人账户，再销户；截止后的也取消',
        }),
        endReason: longText('取消原因', {
          whenTold: true,
          required: true,
          max: 100,
          when: (values) => values.endOrders === true,
          placeholder: '如：离校，不再就餐',
        }),
      },
      outcome: true,
    },
    reopen: {
      label: '重新开户',
      from: ['CLOSED'],
      to: 'NORMAL',
      confirm: '确定为 {name} 重新开户？历史记录保留。',
    },
  },
  { life: true },
);
export type PersonEvent = keyof typeof personFlow.moves;
