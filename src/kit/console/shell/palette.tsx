/**
 * Ctrl+K: pages of the menus at once, people and trade numbers from the server as one types. It comes with the shell and has the
 * focus before the next key: a dialog of the library's, or code still to be fetched, would lose what is typed on.
 */
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { post } from '../http/client.ts';
import { openTab } from '../nav/tabs-store.ts';
import { useFocusBack } from '../screens/form/focus.ts';
import { identityStamp, useAdmin } from '../session/admin.ts';
import { matchPages, type PaletteHit } from './match-pages.ts';
import { type MenuItem, menuPages } from './menus.ts';
import { noteHit, recentHits } from './recent-hits.ts';

const kindNames = { verb: '办理', page: '页面', person: '人员', trade: '交易', sample: '留样' } as const;
const waitMs = 200;

export function Palette({ menus, onClose }: { menus: readonly MenuItem[]; onClose(): void }) {
  const [keyword, setKeyword] = useState('');
  const [settled, setSettled] = useState('');
  const [at, setAt] = useState(0);
  /** Enter was pressed before what is typed had been looked up. */
  const [entered, setEntered] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const deferred = useDeferredValue(keyword);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(keyword.trim()), waitMs);
    return () => clearTimeout(timer);
  }, [keyword]);

  const pages = useMemo(() => menuPages(menus), [menus]);
  const found = useQuery({
    queryKey: ['palette', settled],
    queryFn: () => post<PaletteHit[] | null>('/admin/common', 'palette', { keyword: settled }),
    enabled: settled !== '',
    retry: false,
  });
  const local = useMemo(() => matchPages(pages, deferred), [pages, deferred]);
  const owner = identityStamp(useAdmin());
  const recent = useMemo(() => recentHits(owner), [owner]);
  const asked = settled ? (found.data ?? []) : [];
  const verbs = asked.filter((h) => h.kind === 'verb');
  const known = new Set([...verbs, ...local].map((h) => h.path));
  const hits =
    keyword.trim() === '' && recent.length > 0
      ? recent
      : [...verbs, ...local, ...asked.filter((h) => !known.has(h.path))];
  const current = Math.min(at, hits.length - 1);
  /** The hits are those of what is typed, not of what was typed before. */
  const told = deferred === keyword && settled === keyword.trim() && !found.isFetching;

  useFocusBack();
  useLayoutEffect(() => input.current?.focus(), []);

  const choose = (hit: PaletteHit | undefined) => {
    if (!hit) return;
    onClose();
    noteHit(owner, hit);
    openTab(hit.path);
  };
  useEffect(() => {
    if (!entered || !told) return;
    setEntered(false);
    choose(hits[current]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(hits.length === 0 ? 0 : (current + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setSettled(keyword.trim());
      setEntered(true);
    } else if (event.key === 'Tab') {
      // Its input is all there is to go to.
      event.preventDefault();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  return createPortal(
    <div className="oc-palette">
      <button type="button" tabIndex={-1} aria-label="关闭查找" onClick={onClose} />
      <div role="dialog" aria-modal="true" aria-label="查找">
        <input
          className="oc-palette-input"
          placeholder="输入页面名称、姓名、工号、卡号或交易号，或 充值 张三 200"
          aria-label="查找页面、人员、交易"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[current] ? `${id}-${current}` : undefined}
          ref={input}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value);
            setAt(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <div className="oc-palette-list" role="listbox" id={`${id}-list`} aria-label="结果">
          {hits.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses through the input
            <div
              key={`${hit.kind}:${hit.path}:${hit.title}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              ref={(element) => {
                if (index === current) element?.scrollIntoView({ block: 'nearest' });
              }}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(hit)}
            >
              <em>{kindNames[hit.kind]}</em>
              <b>{hit.title}</b>
              <span>{hit.hint}</span>
            </div>
          ))}
        </div>
        {hits.length === 0 ? (
          <p className="oc-quiet">{found.isFetching ? '正在查找…' : '没有找到，换个词试试。'}</p>
        ) : null}
      </div>
    </div>,
    document.body,
  );
}
