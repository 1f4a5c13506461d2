/** The identity of a report: a tick when the numbers agree, the difference when they do not. */
import { useState } from 'react';
import { useBoxSize } from '../list/use-box-size.ts';

/** Two lines of it beside the pages, all of it at a press; one that does not agree is never cut. */
export function CheckLine({ check }: { check: { ok: boolean; text: string } }) {
  const [whole, setWhole] = useState(false);
  const { ref, size } = useBoxSize<HTMLSpanElement>();
  const cut = size !== undefined && ref.current !== null && ref.current.scrollHeight > ref.current.clientHeight + 1;
  const cuts = check.ok && !whole;
  return (
    <p data-part="check" data-ok={check.ok} className={check.ok ? 'k-check' : 'k-check k-check-off'}>
      <span aria-hidden="true">{check.ok ? '✓' : '✗'}</span>
      <span>{check.ok ? '核对一致' : '核对不一致'}</span>
      <span ref={ref} className={cuts ? 'k-check-text k-check-cut' : 'k-check-text'}>
        {check.text}
      </span>
      {(cuts && cut) || whole ? (
        <button type="button" className="k-link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? '收起' : '全文'}
        </button>
      ) : null}
    </p>
  );
}
