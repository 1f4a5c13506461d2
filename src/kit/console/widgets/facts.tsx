/** Facts about one record and the sections they stand in: in its drawer, on its page, beside a form. */
import type { ReactNode } from 'react';
import './widgets.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Takes the whole width. */
  wide?: boolean;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="k-facts">
      {facts.map((fact) => (
        <div key={fact.label} className={fact.wide ? 'k-wide' : ''}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="k-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
