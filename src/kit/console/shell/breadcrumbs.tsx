/** Where the current page stands: top item, group, page, and the record of a form. */
import { Link } from '../nav/link.tsx';
import type { Tab } from '../nav/tabs.ts';
import { crumbs, type MenuItem } from './menus.ts';

/** The trail, or the bar in its place, holds the page's heading; a record brings its own. */
export const hasHeadingAbove = ({ path }: Tab): boolean => !path.endsWith('/record');

export function Breadcrumbs({ trail, tab }: { trail: readonly MenuItem[]; tab: Tab }) {
  const steps = crumbs(trail, tab);
  return (
    <nav className="oc-crumbs" aria-label="面包屑">
      <ol>
        {steps.map((step, index) => (
          <li key={index} aria-current={index === steps.length - 1 ? 'page' : undefined}>
            {step.to ? (
              <Link to={step.to}>{step.text}</Link>
            ) : index === steps.length - 1 && hasHeadingAbove(tab) ? (
              <h1>{step.text}</h1>
            ) : (
              step.text
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
