/** What a button is about to do, line by line: what is meant, and what it comes to. */
import type { Outcome } from '../../../define/page.ts';

export function OutcomeLines({ lines, busy = false }: { lines: Outcome['lines']; busy?: boolean }) {
  return (
    <dl className="k-outcome" data-part="outcome" aria-live="polite" aria-busy={busy}>
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
