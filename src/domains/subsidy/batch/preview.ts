/** What a batch would be made of, before its people are looked up one by one. */
import type { Preview } from '../../../kit/define/preview.ts';
import type { GrantUnit } from '../units.ts';
import type { Decided } from './create-batch.ts';

export function previewOf({ rows, when, rule }: Decided, kind: 'GRANT' | 'RETURN', unit: GrantUnit): Preview {
  const sumFen = (rows ?? []).reduce((sum, row) => sum + (row.amountFen ?? 0), 0);
  const unread = (rows ?? []).filter((row) => row.wrong);
  return {
    figures: [
      ...(rows ? [{ label: '表格中', value: rows.length, unit: '行' }] : []),
      ...(sumFen > 0
        ? [
            unit.purse === 'COUNT'
              ? { label: '表格次数', value: sumFen, unit: '次' }
              : { label: '表格金额', value: sumFen, kind: 'money' as const },
          ]
        : []),
      ...(rule ? [{ label: '规则', value: rule.name, kind: 'text' as const }] : []),
      ...(kind === 'GRANT'
        ? [
            { label: '发放日', value: when.grantOn, kind: 'text' as const },
            { label: '到期日', value: when.expiresOn ?? '长期有效', kind: 'text' as const },
          ]
        : []),
    ],
    notices: [
      ...unread
        .slice(0, 5)
        .map(({ lineNo, wrong }) => ({ tone: 'warning' as const, text: `第 ${lineNo} 行：${wrong}` })),
      {
        tone: 'info',
        text: '下一步只校验名单，不入账',
        more: `校验后按人列出可执行的与未列入的原因；核对笔数和${unit.word}提交，由另一人审核后执行。`,
      },
    ],
    submit: '校验名单',
  };
}
