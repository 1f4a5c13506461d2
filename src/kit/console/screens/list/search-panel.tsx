/** The search panel: inputs in rows, the rest behind 展开 (remembered), Enter searches, 重置. */
import { Button } from 'antd';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import { type AnyPage, searchFields } from '../../../define/page.ts';
import { daysNow } from '../../clock.ts';
import { columnTitle } from '../logic/columns.ts';
import { initialSearch, isEmptySearch, type Search, type SearchValue } from '../logic/search-url.ts';
import { SearchInput } from './search-input.tsx';
import { useBoxSize } from './use-box-size.ts';

const cellPx = 232;
const gapPx = 12;
/** Two whole dates need more room than one word. */
const rangeShare = 1.45;

/** Columns of the rows of `shown`, those that hold a range somewhere wider than the others. */
function template(shown: readonly { range?: boolean }[], perRow: number): string {
  return Array.from({ length: perRow }, (_, column) => {
    const wide = shown.some((field, i) => i % perRow === column && field.range);
    return `minmax(0, ${wide ? rangeShare : 1}fr)`;
  }).join(' ');
}
const expandedKey = (path: string) => `onecard.search.${path}`;

export interface SearchPanelProps {
  path: string;
  spec: AnyPage;
  search: Search;
  /** Called with the whole new search. */
  onSearch: (search: Search) => void;
  busy: boolean;
}

export const SearchPanel = memo(function SearchPanel({ path, spec, search, onSearch, busy }: SearchPanelProps) {
  const id = useId();
  const fields = searchFields(spec).filter((field) => field.key !== spec.of?.by);
  const [draft, setDraft] = useState<Search>(search);
  const [missing, setMissing] = useState<string>();
  const [expanded, setExpanded] = useState(() => localStorage.getItem(expandedKey(path)) === '1');
  const { ref, size } = useBoxSize<HTMLDivElement>();
  const perRow = Math.max(1, Math.min(6, Math.floor(((size?.width ?? 980) + gapPx) / (cellPx + gapPx))));
  // Not an effect: those run again whenever the tab comes back, and would drop what was typed.
  const [applied, setApplied] = useState(search);
  if (applied !== search) {
    setApplied(search);
    setDraft(search);
  }

  const submit = (next: Search) => {
    const absent = fields.find((f) => f.required && isEmptySearch(next[f.key]));
    setMissing(absent?.key);
    if (!absent) onSearch(next);
  };
  const reset = () => {
    const initial = { ...initialSearch(spec, daysNow()) };
    if (search.group !== undefined) initial.group = search.group;
    setDraft(initial);
    submit(initial);
  };
  const toggle = () => {
    localStorage.setItem(expandedKey(path), expanded ? '0' : '1');
    setExpanded(!expanded);
  };
  // Enter in an open list chooses there; anywhere else in the panel it searches.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const target = event.target as HTMLElement;
    if (target.tagName === 'BUTTON' || target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    // The input commits what was typed on blur or change first; searching waits for that render.
    setTimeout(() => document.getElementById(`${id}-go`)?.click());
  };

  const foldable = fields.length > perRow;
  const shown = foldable && !expanded ? fields.slice(0, perRow) : fields;
  const behind = fields.slice(shown.length).filter((f) => !isEmptySearch(draft[f.key])).length;
  if (fields.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the DOM contract names the role, <search> is unknown to older readers
    <div role="search" aria-label="查询条件" className="k-search" onKeyDown={onKeyDown}>
      <div className="k-search-grid" ref={ref} style={{ gridTemplateColumns: template(shown, perRow) }}>
        {shown.map((field) => {
          const def = field.keys ? undefined : spec.fields[field.key];
          const label = field.label ?? (def ? columnTitle(def) : field.key);
          // What a keyword looks in stands inside its box, where there is room for it.
          const title = field.keys && label.length > 6 ? '关键字' : label;
          return (
            <div className="k-search-cell" key={field.key}>
              <label htmlFor={`${id}-${field.key}`} title={label} className={field.required ? 'k-required' : ''}>
                {title}
              </label>
              <div className={missing === field.key ? 'k-search-input k-search-missing' : 'k-search-input'}>
                <SearchInput
                  id={`${id}-${field.key}`}
                  search={field}
                  field={def}
                  label={label}
                  value={draft[field.key]}
                  onChange={(value: SearchValue) => setDraft((before) => ({ ...before, [field.key]: value }))}
                />
                {missing === field.key ? <span role="alert">请先选择{label}</span> : null}
              </div>
            </div>
          );
        })}
      </div>
      <div className="k-search-buttons">
        <Button id={`${id}-go`} type="primary" loading={busy} onClick={() => submit(draft)}>
          查询
        </Button>
        <Button onClick={reset}>重置</Button>
        {foldable ? (
          <Button type="link" aria-expanded={expanded} onClick={toggle}>
            {expanded ? '收起' : behind > 0 ? `展开(${behind})` : '展开'}
          </Button>
        ) : null}
      </div>
    </div>
  );
});
