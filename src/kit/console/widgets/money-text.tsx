/** An amount as it stands in tables and facts: thousands separated, negative in danger with its sign, zero muted. */
import { formatFenGrouped } from '../../define/fen.ts';
import './widgets.css';

/** `fen` is integer fen; null shows a dash. */
export function MoneyText({ fen, strong }: { fen: number | null | undefined; strong?: boolean }) {
  if (fen === null || fen === undefined) return <span className="k-muted">—</span>;
  const tone = fen < 0 ? ' k-negative' : fen === 0 ? ' k-muted' : '';
  return <span className={`k-num${tone}${strong ? ' k-strong' : ''}`}>{formatFenGrouped(fen)}</span>;
}
