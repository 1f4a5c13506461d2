/** 在线 as a word in its colour; devices that are not in use are neither. */
import type { CellProps, View } from '../../kit/console/view.ts';
import { ToneTag } from '../../kit/console/widgets/status-tag.tsx';

function Online({ row, value }: CellProps) {
  if (row.status !== 'ACTIVE') return <span className="k-muted">—</span>;
  return value === true ? <ToneTag tone="success" text="在线" /> : <ToneTag tone="warning" text="离线" />;
}

/** Numbers that never arrived call for somebody. */
function Missing({ value }: CellProps) {
  return Number(value) > 0 ? <b className="k-negative">{String(value)}</b> : <span className="k-muted">0</span>;
}

export const deviceCells: View['cells'] = { online: Online, missingCount: Missing };
