/** Where the current page stands: top item, group, page, and the record of a form. */
import { Link } from '../nav/link.tsx';
import type { Tab } from '../nav/tabs.ts';
import type { MenuItem } from './menus.ts';

/** The words of the trail with their links: only pages above the current one are links. */
export function crumbs(trail: readonly MenuItem[], tab: Pick<Tab, 'path' | 'title'>): { text: string; to?: string }[] {
  const last = trail.at(-1);
  const steps: { text: string; to?: string }[] = trail.map((item) =>
    item.url && item.children.length === 0 && item.url !== tab.path
      ? { text: item.name, to: item.url }
      : { text: item.name },
  );
  if (!last || last.url !== tab.path) steps.push({ text: tab.title });
  // A group named like its top item (系统 / 系统) says nothing twice.
  return steps.filter((step, index) => step.text !== steps[index - 1]?.text);
}

export function Breadcrumbs({ trail, tab }: { trail: readonly MenuItem[]; tab: Tab }) {
  const steps = crumbs(trail, tab);
  return (
    <nav className="oc-crumbs" aria-label="面包屑">
      <ol>
        {steps.map((step, index) => (
          <li key={index} aria-current={index === steps.length - 1 ? 'page' : undefined}>
            {step.to ? <Link to={step.to}>{step.text}</Link> : step.text}
          </li>
        ))}
      </ol>
    </nav>
  );
}
