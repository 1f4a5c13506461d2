/** Ctrl+K: pages of the menus at once, people and trade numbers from the server as one types. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { post } from '../http/client.ts';
import { openTab } from '../nav/tabs-store.ts';
import { identityStamp, useAdmin } from '../session/admin.ts';
import { matchPages, type PaletteHit } from './match-pages.ts';
import { type MenuItem, menuPages } from './menus.ts';
import { noteHit, recentHits } from './recent-hits.ts';

const kindNames = { verb: '办理', page: '页面', person: '人员', trade: '交易', sample: '留样' } as const;
const waitMs = 200;

export default function Palette({ menus, onClose }: { menus: readonly MenuItem[]; onClose(): void }) {
  const [keyword, setKeyword] = useState('');
  const [settled, setSettled] = useState('');
  const [at, setAt] = useState(0);
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

  const choose = (hit: PaletteHit | undefined) => {
    if (!hit) return;
    onClose();
    noteHit(owner, hit);
    openTab(hit.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(hits.length === 0 ? 0 : (current + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(hits[current]);
    }
  };
  return (
    <Modal
      open
      width={600}
      footer={null}
      closable={false}
      title={<span className="oc-visually-hidden">查找</span>}
      onCancel={onClose}
      className="oc-palette"
    >
      <input
        className="oc-palette-input"
        placeholder="输入页面名称、姓名、工号、卡号或交易号，或 充值 张三 200"
        aria-label="查找页面、人员、交易"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={hits[current] ? `${id}-${current}` : undefined}
        // biome-ignore lint/a11y/noAutofocus: the dialog exists for this one input
        autoFocus
        value={keyword}
        onChange={(event) => {
          setKeyword(event.target.value);
          setAt(0);
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
    </Modal>
  );
}
