/** A previewed batch of corrections as its form shows it: every charge of the meal, then the totals of those chosen. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Preview, PreviewRow } from '../../../kit/define/preview.ts';
import { type BatchPreview, type PreviewLine, previewOf } from './batch-preview.ts';

function rowOf({ locked, problem, kind, fen, note, personId: _, ...line }: PreviewLine): PreviewRow {
  if (locked) return { ...line, problem: note };
  const moves = kind === null ? '' : `${kind === 'SUPPLEMENT' ? '补' : '退'} ${formatFenGrouped(fen)} 元；`;
  return { ...line, off: kind === null, ...(problem ? { warning: note } : { note: moves + note }) };
}

/** Every charge of the meal; those that are right, or have no price, are left to be ticked. */
export function correctionRows(preview: BatchPreview): Preview {
  const { count, unchanged, problems } = preview;
  const text = `${count} 笔要纠正，${unchanged} 笔实收正确${problems > 0 ? `，${problems} 笔不能批量处理或没有定价` : ''}`;
  return {
    rows: preview.lines.map(rowOf),
    figures: [],
    notices: [{ tone: 'info', text, more: '可以取消勾选，也可以单独改某一笔的应收' }],
  };
}

/** What putting these charges right comes to. */
export function correctionTotals(preview: BatchPreview, chosen: ReadonlySet<number>): Preview {
  const moving = preview.lines.filter((line) => chosen.has(line.tradeId) && line.kind !== null);
  const { count, refundFen, supplementFen, limitFen } = previewOf(moving, preview.limitFen);
  const alone = refundFen + supplementFen <= limitFen;
  const [total, limit] = [formatFenGrouped(refundFen + supplementFen), formatFenGrouped(limitFen)];
  return {
    figures: [
      { label: '消费', value: count, unit: '笔' },
      { label: '退回给就餐人', value: refundFen, kind: 'money' },
      { label: '再补扣', value: supplementFen, kind: 'money' },
    ],
    notices: [
      {
        tone: alone ? 'warning' : 'info',
        text: alone
          ? `合计 ${total} 元不超过免审限额 ${limit} 元，提交后立即执行。`
          : `合计 ${total} 元超过免审限额 ${limit} 元，须由另一人审核后执行。`,
        more: '执行后每笔都有冲正或补扣记录，不能删除；发现仍有错误，可以再单独纠错。',
      },
    ],
    submit: alone ? `立即纠正 ${total} 元` : `提交审核 ${total} 元`,
    agreed: { refundFen, supplementFen },
  };
}
