/** An amount of a unit that the platform holds back, and its release; two people each time. */
import { type Choice, longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const riskStatuses = [
  { value: 'HELD', label: '已押', tone: 'warning' },
  { value: 'RELEASED', label: '已解除', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const riskFlow = flow(riskStatuses, {
  release: {
    label: '解除',
    from: ['HELD'],
    to: 'RELEASED',
    outcome: true,
    ask: { reason: longText('解除原因', { required: true, min: 2, max: 100 }) },
    witness: { needs: 'vouch', says: '我已核对，押款的原因已经查清。' },
    done: '已解除，金额回到可提现',
  },
});
