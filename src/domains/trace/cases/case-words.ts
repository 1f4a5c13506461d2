/** The states of a case: written, open, reported to the authority, closed by two; opened again with a reason. */
import { longText } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const caseStatuses = [
  { value: 'DRAFT', label: '草稿', tone: 'neutral' },
  { value: 'OPEN', label: '调查中', tone: 'danger' },
  { value: 'REPORTED', label: '已上报', tone: 'warning' },
  { value: 'CLOSED', label: '已结案', tone: 'success' },
] as const;
export type CaseStatus = (typeof caseStatuses)[number]['value'];

export const caseFlow = flow(caseStatuses, {
  open: {
    label: '立案并封存样品',
    from: ['DRAFT'],
    to: 'OPEN',
    tone: 'danger',
    outcome: true,
    confirm: '立案后，时段内各餐的样品全部封存，只有送检可以取出',
  },
  report: {
    label: '已上报',
    from: ['OPEN'],
    to: 'REPORTED',
    ask: { note: longText('上报给谁、何时、受理号', { required: true, max: 200 }) },
  },
  close: {
    label: '结案',
    from: ['OPEN', 'REPORTED'],
    to: 'CLOSED',
    decides: true,
    tone: 'success',
    ask: { note: longText('结论', { required: true, max: 500 }) },
    witness: { needs: 'vouch', says: '两人确认结论，结案后样品可以解封' },
  },
  reopen: {
    label: '重新打开',
    from: ['CLOSED'],
    to: 'OPEN',
    ask: { reason: longText('原因', { required: true, max: 200 }) },
  },
});
