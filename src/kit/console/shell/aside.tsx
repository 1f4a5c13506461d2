/** The left menu: logo, the groups of the active top item and their pages. 220 px wide, 64 px when folded. */
import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { type CSSProperties, memo, useEffect, useRef, useState } from 'react';
import { Link } from '../nav/link.tsx';
import { fetchListEngine } from '../registry/load-page.ts';
import { groupIcon } from './group-icon.ts';
import { MenuIcon } from './menu-icon.tsx';
import type { MenuItem, TopItem } from './menus.ts';

interface Props {
  expanded: boolean;
  groups: readonly MenuItem[];
  /** Name of the top item the groups belong to. */
  topName: string;
  /** Url of the marked page. */
  activeUrl: string;
  title: string;
  home: string;
  /** As a drawer over one column: the top items stand in it too. */
  areas?: readonly TopItem[];
  onSelectArea?(id: string): void;
  /** A page was chosen, or Escape pressed. */
  onLeave?(): void;
}

export const Aside = memo(function Aside(props: Props) {
  const { expanded, groups, topName, activeUrl, title, home, areas, onLeave } = props;
  return (
    <aside
      className="oc-aside"
      data-expanded={expanded}
      aria-label="侧边栏"
      onClick={(event) => (event.target as HTMLElement).closest('a') && onLeave?.()}
      onKeyDown={(event) => event.key === 'Escape' && onLeave?.()}
    >
      <Link to={home} className="oc-logo" aria-label={`${title} 首页`}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="#0a8250" />
          <path d="M7 15h18a9 9 0 0 1-6 8.5V25h-6v-1.5A9 9 0 0 1 7 15z" fill="#fff" />
          <path d="M16 13c0-4 3-6 7-6 0 4-3 6-7 6z" fill="#bfe5cf" />
        </svg>
        {expanded ? <span>{title}</span> : null}
      </Link>
      {areas ? (
        <nav className="oc-areas" aria-label="主导航">
          {areas.map((area) => (
            <button
              key={area.id}
              type="button"
              aria-current={area.active ? 'true' : undefined}
              onClick={() => props.onSelectArea?.(area.id)}
            >
              {area.name}
            </button>
          ))}
        </nav>
      ) : null}
      <nav
        className="oc-menu"
        aria-label={topName || '菜单'}
        onPointerEnter={fetchListEngine}
        onFocus={fetchListEngine}
      >
        {groups.map((group) =>
          group.children.length > 0 ? (
            expanded ? (
              <Group key={group.id} group={group} activeUrl={activeUrl} />
            ) : (
              <Flyout key={group.id} group={group} activeUrl={activeUrl} />
            )
          ) : (
            <PageLink key={group.id} item={group} active={group.url === activeUrl} withIcon folded={!expanded} />
          ),
        )}
      </nav>
    </aside>
  );
});

function PageLink(props: { item: MenuItem; active: boolean; withIcon?: boolean; folded?: boolean }) {
  const { item, active, withIcon, folded } = props;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) link.current?.closest('li, .oc-menu > a')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Link
      to={item.url ?? ''}
      className="oc-menu-page"
      aria-current={active ? 'page' : undefined}
      title={folded ? item.name : undefined}
      aria-label={folded ? item.name : undefined}
    >
      {withIcon ? <MenuIcon name={folded ? (item.icon ?? groupIcon(item.name)) : item.icon} /> : null}
      {folded ? null : <span ref={link}>{item.name}</span>}
    </Link>
  );
}

/** A group of the open menu; it folds by its title and opens by itself when its page is shown. */
function Group({ group, activeUrl }: { group: MenuItem; activeUrl: string }) {
  const holdsActive = group.children.some((c) => c.url === activeUrl);
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (holdsActive) setOpen(true);
  }, [holdsActive]);
  return (
    <section className="oc-group">
      <button type="button" className="oc-group-title" aria-expanded={open} onClick={() => setOpen(!open)}>
        <MenuIcon name={group.icon} />
        <span className="oc-group-name">{group.name}</span>
        {open ? <DownOutlined /> : <RightOutlined />}
      </button>
      {open ? (
        <ul>
          {group.children.map((page) => (
            <li key={page.id}>
              <PageLink item={page} active={page.url === activeUrl} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A group of the folded menu: an icon whose pages come out beside it on pointing, focus or Enter. */
function Flyout({ group, activeUrl }: { group: MenuItem; activeUrl: string }) {
  const [at, setAt] = useState<CSSProperties>();
  const box = useRef<HTMLDivElement>(null);
  const holdsActive = group.children.some((c) => c.url === activeUrl);
  const show = () => {
    const rect = box.current?.getBoundingClientRect();
    if (!rect) return;
    const height = 40 + group.children.length * 36;
    setAt({ left: rect.right, top: Math.max(8, Math.min(rect.top, window.innerHeight - height - 8)) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={box}
      className="oc-flyout"
      role="group"
      aria-label={group.name}
      onMouseEnter={show}
      onMouseLeave={() => setAt(undefined)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setAt(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAt(undefined);
      }}
    >
      <button
        type="button"
        className="oc-menu-page"
        data-active={holdsActive}
        aria-label={group.name}
        aria-expanded={at !== undefined}
        onClick={() => (at ? setAt(undefined) : show())}
      >
        <MenuIcon name={group.icon ?? groupIcon(group.name)} />
      </button>
      {at ? (
        <div className="oc-flyout-box" style={at}>
          <p>{group.name}</p>
          <ul>
            {group.children.map((page) => (
              <li key={page.id}>
                <PageLink item={page} active={page.url === activeUrl} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
