/** The identity of a report: a tick when the numbers agree, the difference when they do not. */
export function CheckLine({ check }: { check: { ok: boolean; text: string } }) {
  return (
    <p data-part="check" data-ok={check.ok} className={check.ok ? 'k-check' : 'k-check k-check-off'}>
      <span aria-hidden="true">{check.ok ? '✓' : '✗'}</span>
      <span>{check.ok ? '核对一致' : '核对不一致'}</span>
      <span>{check.text}</span>
    </p>
  );
}
