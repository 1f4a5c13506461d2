/** Chooses records of another page: remote search, hint under the name; a tree where the source is one. */
import { Select, Skeleton } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { idsOf, type RefSelectProps } from './ref-props.ts';
import { useDebounced } from './use-debounced.ts';
import { type Option, useOptions, useOptionsOf } from './use-options.ts';
import './widgets.css';

let fetchedTree: typeof import('./ref-tree.tsx').default | undefined;

/** Fetches the code of trees; a tree that comes in later stands at once. */
export async function fetchTree() {
  const module = await import('./ref-tree.tsx');
  fetchedTree = module.default;
  return module;
}

const LazyTree = lazy(fetchTree);

export function RefSelect(props: RefSelectProps) {
  // Which of the two it was stays with the mounted one: another component type would mount it anew.
  const [Tree] = useState(() => fetchedTree ?? LazyTree);
  return props.tree ? (
    <Suspense fallback={<Skeleton.Input size="small" block />}>
      <Tree {...props} />
    </Suspense>
  ) : (
    <RefList {...props} />
  );
}

function RefList(props: RefSelectProps) {
  const { source, multiple, names } = props;
  const [open, setOpen] = useState(props.defaultOpen ?? false);
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim());
  const found = useOptions(source, keyword, open, props.within);
  const waiting = typed.trim() !== keyword || found.isPlaceholderData;
  const ids = idsOf(props.value);
  const unknown = ids.filter((id) => !names?.has(id) && !found.data?.some((o) => o.id === id));
  const chosen = useOptionsOf(source, unknown);
  const options = useMemo(() => {
    const byId = new Map<number, Option>();
    for (const option of [...(chosen.data ?? []), ...(found.data ?? [])]) byId.set(option.id, option);
    // Until what was typed is answered, only what fits it may be taken: Enter must not take the first of another list.
    const fitting = waiting ? (found.data ?? []).filter((o) => fits(o, typed.trim())) : (found.data ?? []);
    const list = fitting.map(choiceOf);
    for (const id of ids)
      if (!list.some((o) => o.value === id))
        list.push(choiceOf(byId.get(id) ?? { id, name: names?.get(id) ?? (chosen.isPending ? '…' : `#${id}`) }));
    return list;
  }, [found.data, chosen.data, chosen.isPending, ids, names, waiting, typed]);
  return (
    <Select<number | number[], ReturnType<typeof choiceOf>>
      {...(props.id ? { id: props.id } : {})}
      aria-label={props.label}
      aria-required={props.required || undefined}
      className={props.className ?? 'k-fill'}
      autoFocus={props.autoFocus ?? false}
      defaultOpen={props.defaultOpen ?? false}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      value={multiple ? ids : (ids[0] as number)}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      onKeyDown={(event) => {
        if (event.key === 'Delete' && !multiple && typed === '') props.onChange(null);
      }}
      disabled={props.disabled ?? false}
      loading={found.isFetching && open}
      placeholder={props.placeholder ?? '请选择'}
      notFoundContent={
        found.isPending || waiting
          ? '正在查找…'
          : found.isError
            ? '查找失败，请重试'
            : typed
              ? '没有匹配的记录'
              : '没有可选的记录'
      }
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      optionRender={(option) => (
        <>
          {option.data.label}
          {option.data.hint ? <span className="k-hint">{option.data.hint}</span> : null}
        </>
      )}
      onChange={(value) => props.onChange(value === undefined || value === null ? (multiple ? [] : null) : value)}
    />
  );
}

const fits = ({ name, hint }: Option, typed: string) => `${name} ${hint ?? ''}`.includes(typed);

const choiceOf = (option: Option) => ({
  value: option.id,
  label: option.name,
  hint: option.hint ?? '',
  disabled: option.disabled ?? false,
});
