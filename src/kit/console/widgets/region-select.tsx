/** Province to street, level by level; a record may stop at any level. */
import { useQueryClient } from '@tanstack/react-query';
import { Cascader } from 'antd';
import { useEffect, useState } from 'react';
import { post } from '../http/client.ts';
import type { Option } from './use-options.ts';
import './widgets.css';

interface Node {
  value: number;
  label: string;
  isLeaf: boolean;
  loading?: boolean;
  children?: Node[];
}

const freshMs = 3_600_000;
const deepest = 4;

export function RegionSelect(props: {
  id?: string;
  label?: string;
  /** Page path whose `options` verb takes `{parentId}`; null asks for provinces. */
  source: string;
  value: number | null | undefined;
  /** Full name of the stored value, shown until the choices are opened. */
  name?: string | undefined;
  onChange: (value: number | null) => void;
  placeholder?: string;
  disabled?: boolean;
}) {
  const client = useQueryClient();
  const [nodes, setNodes] = useState<Node[]>([]);
  const [path, setPath] = useState<number[]>([]);
  const childrenOf = async (parentId: number | null, level: number): Promise<Node[]> => {
    const options = await client.fetchQuery({
      queryKey: ['options', props.source, { parentId }],
      queryFn: () => post<Option[]>(props.source, 'options', { parentId }),
      staleTime: freshMs,
    });
    return options
      .filter((o) => (o.parentId ?? null) === parentId)
      .map((o) => ({ value: o.id, label: o.name, isLeaf: level >= deepest }));
  };
  const chosen = path.at(-1) === props.value ? path : [];
  const stored = props.value ?? null;
  // The stored region's ancestors give the path; they are asked by id, one level at a time.
  useEffect(() => {
    if (stored === null || path.at(-1) === stored || props.name !== undefined) return;
    let gone = false;
    const climb = async () => {
      const up: Option[] = [];
      for (let id: number | null = stored; id !== null && up.length < deepest; ) {
        const [found]: Option[] = await post<Option[]>(props.source, 'options', { ids: [id] });
        if (!found) break;
        up.unshift(found);
        id = found.parentId ?? null;
      }
      if (gone || up.length === 0) return;
      setPath(up.map((o) => o.id));
      setNodes((before) => (before.length > 0 ? before : nestLine(up)));
    };
    climb().catch(() => {});
    return () => {
      gone = true;
    };
  }, [stored, path, props.source, props.name]);

  return (
    <Cascader<Node>
      {...(props.id ? { id: props.id } : {})}
      aria-label={props.label}
      className="k-fill"
      changeOnSelect
      options={nodes}
      value={chosen.length > 0 ? chosen : stored === null ? [] : [stored]}
      displayRender={(labels) =>
        chosen.length === 0 && stored !== null ? (props.name ?? `#${stored}`) : labels.join(' / ')
      }
      placeholder={props.placeholder ?? '省 / 市 / 区县 / 街道'}
      disabled={props.disabled ?? false}
      notFoundContent="正在加载…"
      onOpenChange={(open) => {
        if (open && (nodes.length === 0 || nodes.length === 1))
          void childrenOf(null, 1)
            .then(setNodes)
            .catch(() => {});
      }}
      loadData={(selected) => {
        const target = selected.at(-1);
        if (!target) return;
        void childrenOf(target.value, selected.length + 1)
          .then((children) => {
            target.isLeaf = children.length === 0;
            target.children = children;
            setNodes((before) => [...before]);
          })
          .catch(() => {});
      }}
      onChange={(value) => {
        const next = (value ?? []) as number[];
        setPath(next);
        props.onChange(next.at(-1) ?? null);
      }}
    />
  );
}

function nestLine(line: readonly Option[]): Node[] {
  return line.reduceRight<Node[]>(
    (children, o) => [{ value: o.id, label: o.name, isLeaf: false, ...(children.length > 0 ? { children } : {}) }],
    [],
  );
}
