/** Chooses records of a tree (departments): the whole tree is loaded once, searched here by name. */
import { TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import { idsOf, type RefSelectProps } from './ref-props.ts';
import { type Option, useOptions } from './use-options.ts';
import './widgets.css';

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children: Node[];
}

export default function RefTree(props: RefSelectProps) {
  const { source, multiple, names } = props;
  const [opened, setOpened] = useState(props.defaultOpen ?? false);
  const ids = idsOf(props.value);
  const whole = useOptions(source, '', opened || ids.some((id) => !names?.has(id)), props.within);
  const nodes = useMemo(() => {
    const built = nest(whole.data ?? []);
    for (const id of ids)
      if (!whole.data?.some((o) => o.id === id))
        built.push({
          value: id,
          title: names?.get(id) ?? (whole.isPending ? '…' : `#${id}`),
          disabled: false,
          children: [],
        });
    return built;
  }, [whole.data, whole.isPending, ids, names]);
  return (
    <TreeSelect<number | number[]>
      {...(props.id ? { id: props.id } : {})}
      aria-label={props.label}
      aria-required={props.required || undefined}
      className={props.className ?? 'k-fill'}
      autoFocus={props.autoFocus ?? false}
      defaultOpen={props.defaultOpen ?? false}
      treeData={nodes}
      value={multiple ? ids : (ids[0] as number)}
      multiple={multiple ?? false}
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear
      treeDefaultExpandAll={(whole.data?.length ?? 0) <= 60}
      treeLine
      popupMatchSelectWidth={280}
      maxTagCount="responsive"
      disabled={props.disabled ?? false}
      loading={whole.isFetching}
      placeholder={props.placeholder ?? '请选择'}
      notFoundContent={whole.isPending ? '正在加载…' : whole.isError ? '加载失败，请重试' : '没有可选的记录'}
      onOpenChange={(open) => open && setOpened(true)}
      onChange={(value) => props.onChange(value === undefined || value === null ? (multiple ? [] : null) : value)}
    />
  );
}

function nest(options: readonly Option[]): Node[] {
  const nodes = new Map<number, Node>(
    options.map((o) => [o.id, { value: o.id, title: o.name, disabled: o.disabled ?? false, children: [] }]),
  );
  const roots: Node[] = [];
  for (const option of options) {
    const parent = option.parentId === null || option.parentId === undefined ? undefined : nodes.get(option.parentId);
    (parent && option.parentId !== option.id ? parent.children : roots).push(nodes.get(option.id)!);
  }
  return roots;
}
