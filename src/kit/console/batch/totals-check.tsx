/** 核对合计: the totals with what follows from them — at once below the limit, above it after somebody else's approval. */
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { formatFenGrouped } from '../../define/fen.ts';
import { Figures } from './figures.tsx';

export function TotalsCheck(props: {
  /** Whether the total is below the limit. */
  alone: boolean;
  limitFen: number;
  below: (limit: string) => string;
  above: (limit: string) => string;
  /** What can be done about it later. */
  after: string;
  children: ReactNode;
}) {
  const { alone, limitFen, below, above, after, children } = props;
  const limit = formatFenGrouped(limitFen);
  return (
    <section className="k-card k-form-section" aria-label="核对合计">
      <h2>核对合计</h2>
      <Figures>{children}</Figures>
      <Alert
        className="kb-note"
        type={alone ? 'warning' : 'info'}
        showIcon
        title={alone ? below(limit) : above(limit)}
        description={after}
      />
    </section>
  );
}
