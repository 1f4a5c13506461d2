/** A drawer of facts about one record, in sections. */
import { Drawer } from 'antd';
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

export function DetailDrawer(props: {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Buttons beside the title. */
  extra?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Drawer
      title={props.title}
      open={props.open}
      onClose={props.onClose}
      extra={props.extra}
      size={640}
      mask={{ closable: true, blur: false }}
      destroyOnHidden
    >
      {props.children}
    </Drawer>
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
