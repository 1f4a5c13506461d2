/** A batch that was handed in: where it stands, its totals, its lines beside its facts, its buttons. */
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../widgets/detail-drawer.tsx';
import { BatchFrame, BatchSteps, type StepState } from './frame.tsx';

export interface BatchShownProps {
  name: string;
  /** Its state, and what else is said in a word. */
  tags: ReactNode;
  batchNo: string;
  steps: { titles: readonly string[]; current: number; state: StepState };
  /** What has to be known before anything else: refused, broken off. */
  notices?: ReactNode;
  totals: ReactNode;
  lines: ReactNode;
  facts: readonly Fact[];
  /** Under the facts, in their card. */
  factsNote?: ReactNode;
  /** Further cards under the facts. */
  side?: ReactNode;
  /** What the step waits for. */
  why?: string;
  buttons: ReactNode;
}

export function BatchShown(props: BatchShownProps) {
  const { name, tags, batchNo, steps, notices, totals, lines, facts, factsNote, side, why, buttons } = props;
  return (
    <BatchFrame buttons={buttons} {...(why ? { why } : {})}>
      <section className="k-card kb-card" aria-label="批次">
        <div className="kb-head">
          <h1>{name}</h1>
          {tags}
          <span className="k-muted">{batchNo}</span>
        </div>
        <BatchSteps {...steps} />
      </section>
      {notices}
      <section className="k-card kb-card" aria-label="合计">
        {totals}
      </section>
      <div className="kb-columns">
        <section className="k-card kb-card" aria-label="明细">
          {lines}
        </section>
        <div className="kb-side">
          <section className="k-card kb-card" aria-label="资料">
            <Facts facts={facts.map((fact) => ({ ...fact, wide: true }))} />
            {factsNote}
          </section>
          {side}
        </div>
      </div>
    </BatchFrame>
  );
}
