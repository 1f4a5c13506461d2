/** A finding is put right by its owner and verified by somebody else. */
import { date, image, longText, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const issueStatuses = [
  { value: 'OPEN', label: '待整改', tone: 'danger' },
  { value: 'FIXING', label: '整改中', tone: 'warning' },
  { value: 'FIXED', label: '待复核', tone: 'warning' },
  { value: 'VERIFIED', label: '已办结', tone: 'success' },
] as const;

export const issueFlow = flow(issueStatuses, {
  take: {
    label: '派给',
    from: ['OPEN', 'FIXING'],
    to: 'FIXING',
    ask: { ownerName: text('整改人', { required: true, max: 20 }), dueOn: date('期限', { required: true }) },
  },
  fix: {
    label: '整改完成',
    from: ['OPEN', 'FIXING'],
    to: 'FIXED',
    ask: { note: longText('整改情况', { required: true, max: 200 }), fixPicture: image('整改照片') },
  },
  verify: { label: '复核通过', from: ['FIXED'], to: 'VERIFIED', by: 'other', confirm: '确认「{what}」已整改到位？' },
  back: {
    label: '退回整改',
    from: ['FIXED'],
    to: 'FIXING',
    decides: true,
    tone: 'danger',
    ask: { note: longText('原因', { required: true, max: 200 }) },
  },
  reopen: {
    label: '重新打开',
    from: ['VERIFIED'],
    to: 'OPEN',
    ask: { note: longText('原因', { required: true, max: 200 }) },
  },
});
