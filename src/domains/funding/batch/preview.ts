/** A planned batch as its form shows it: how many and how much, and the first of those left out with why. */
import type { Preview } from '../../../kit/define/preview.ts';
import { purseAmount } from '../../wallet/public.server.ts';
import type { Plan } from './create-batch.ts';
import type { BatchKind } from './states.ts';

/** Lines named; the batch itself lists all of them. */
const named = 8;

const totals = { RECHARGE: '充值合计', REFUND: '退款合计', COUNT: '总次数' } as const;

/** `agreed` is the field that takes the total back to `create`. */
export function previewOf({ lines, totalCount, totalFen }: Plan, kind: BatchKind, agreed: string): Preview {
  const out = lines.filter(({ status }) => status === 'LEFT_OUT');
  const why = out.slice(0, named).map((line) => `第 ${line.lineNo} 行 ${line.jobNumber}：${line.reason}`);
  const meals = kind === 'COUNT';
  return {
    figures: [
      { label: totals[kind], value: totalFen, ...(meals ? { unit: '次' } : { kind: 'money' }) },
      { label: '人数', value: totalCount, unit: '人' },
      ...(out.length > 0 ? [{ label: '未列入', value: out.length, unit: '人', bad: true }] : []),
    ],
    notices: [
      ...(out.length > 0
        ? [
            {
              tone: 'warning' as const,
              text: `${out.length} 人未列入，不会执行；建立批次后可下载名单修改`,
              more: `${why.join('；')}${out.length > named ? '……' : ''}`,
            },
          ]
        : []),
      { tone: 'info', text: '建立批次不动钱：提交后由另一人审核，通过后执行。' },
    ],
    submit: `建立批次 ${purseAmount(meals ? 'COUNT' : 'MAIN', totalFen)}`,
    agreed: { totalCount, [agreed]: totalFen },
  };
}
