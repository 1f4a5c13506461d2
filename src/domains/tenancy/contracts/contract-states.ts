/** The states of a contract and who takes it from one to the next; pages show buttons from it, commands check it. */
import { bool, type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const contractStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'ACTIVE', label: '生效', tone: 'success' },
  { value: 'EXPIRED', label: '到期', tone: 'warning' },
  { value: 'TERMINATED', label: '终止', tone: 'danger' },
] as const satisfies readonly Choice[];
export type ContractStatus = (typeof contractStatuses)[number]['value'];

/** Only the organization may open its people to a contractor; either side may end it; the house lets it expire. */
export const contractFlow = flow(contractStatuses, {
  activate: {
    label: '签约生效',
    from: ['DRAFT'],
    to: 'ACTIVE',
    tone: 'primary',
    confirm: '生效后，承包商可以看到本单位的人员、消费和设备。确定生效？',
    ask: {
      schoolChecked: bool('已核实', {
        initial: false,
        help: '学校必须勾选：已核实本校不属于农村义务教育学校，其食堂可以对外承包',
      }),
    },
  },
  terminate: {
    label: '终止',
    from: ['ACTIVE'],
    to: 'TERMINATED',
    tone: 'danger',
    confirm: '确定终止？经营到今天为止，此后承包商只看得到经营过的那些天，不能恢复',
    ask: { reason: longText('终止原因', { required: true, max: 200 }) },
  },
  expire: { label: '到期', from: ['ACTIVE'], to: 'EXPIRED', by: 'house' },
});
