/** What a clearing would come to now, as its form and whoever decides on it are shown it. */
import type { Outcome } from '../../../kit/define/page.ts';
import type { Preview } from '../../../kit/define/preview.ts';
import type { GrantUnit } from '../units.ts';
import type { DueGroup } from './due.ts';

const sum = (groups: readonly DueGroup[], key: 'lots' | 'people' | 'beforeFen' | 'clearedFen' | 'carriedFen') =>
  groups.reduce((total, group) => total + group[key], 0);

const ofRule = ({ said }: GrantUnit, group: DueGroup) =>
  `${group.ruleName}：${group.people} 人，清零 ${said(group.clearedFen)}，结转 ${said(group.carriedFen)}`;

/** In large digits, rule by rule below. */
export function plannedPreview(groups: readonly DueGroup[], unit: GrantUnit): Preview {
  const beforeFen = sum(groups, 'beforeFen');
  const kind = unit.purse === 'SUBSIDY' ? ('money' as const) : ('int' as const);
  const amount = (label: string, key: 'beforeFen' | 'clearedFen' | 'carriedFen') => ({
    label,
    value: sum(groups, key),
    kind,
    ...(kind === 'int' && { unit: unit.sign }),
  });
  return {
    figures: [
      { label: '笔数', value: sum(groups, 'lots'), unit: '笔' },
      amount('清零前', 'beforeFen'),
      amount('清零额', 'clearedFen'),
      amount('结转额', 'carriedFen'),
    ],
    notices: [
      ...groups.map((group) => ({ tone: 'info' as const, text: ofRule(unit, group) })),
      {
        tone: 'warning',
        text:
          beforeFen > unit.alone
            ? `合计超过 ${unit.aloneText}，须由另一人审核；按审核时的剩余清零。`
            : '提交后立即清零。',
        more: '清零后可以逐笔恢复。',
      },
    ],
    submit: `清零 ${unit.said(sum(groups, 'clearedFen'))}`,
  };
}

/** What approving run `runNo` would take: people go on spending while it waits. */
export function plannedOutcome(runNo: string, groups: readonly DueGroup[], unit: GrantUnit): Outcome {
  return {
    lines: [
      ['清零单', runNo],
      ['现有', `${sum(groups, 'people')} 人 ${sum(groups, 'lots')} 笔，${unit.said(sum(groups, 'beforeFen'))}`],
      ['结转', unit.said(sum(groups, 'carriedFen'))],
      ['之后', '可逐笔恢复'],
    ],
    amount: unit.said(sum(groups, 'clearedFen')),
  };
}
