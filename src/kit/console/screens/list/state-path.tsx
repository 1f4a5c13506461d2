/** The way of a document through its states: where it was, where it stands, where it leads. */
interface Step {
  value: string;
  label: string;
  at: 'before' | 'now' | 'ahead';
}

/** Nothing for a record that has no way before it. */
export function StatePath({ steps }: { steps: readonly Step[] }) {
  if (steps.length < 2) return null;
  return (
    <ol className="k-path" aria-label="状态路径">
      {steps.map(({ value, label, at }) => (
        <li key={value} className={`k-path-${at}`} aria-current={at === 'now' ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  );
}
