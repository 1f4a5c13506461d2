/** 行政区划: the tree beside the list, opened level by level; a chosen region shows what lies below it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, Tree } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { replaceTab } from '../../../../kit/console/nav/tabs-store.ts';
import { useTab } from '../../../../kit/console/nav/use-tab.ts';
import { type SlotProps, view } from '../../../../kit/console/view.ts';
import './region.css';

interface Option {
  id: number;
  name: string;
}
interface Node {
  key: number;
  title: string;
  isLeaf: boolean;
  children?: Node[];
}

const freshMs = 60_000;
/** Streets have nine digits and nothing below them. */
const firstStreet = 100_000_000;

const nodeOf = ({ id, name }: Option): Node => ({ key: id, title: name, isLeaf: id >= firstStreet });

function withChildren(nodes: readonly Node[], key: number, children: Node[]): Node[] {
  return nodes.map((node) =>
    node.key === key
      ? { ...node, children }
      : node.children
        ? { ...node, children: withChildren(node.children, key, children) }
        : node,
  );
}

function Regions({ path }: SlotProps) {
  const tab = useTab();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Node[]>();
  const ask = (parentId: number | null) => post<Option[]>(path, 'options', { parentId });
  const roots = useQuery({
    queryKey: ['options', path, { parentId: null }],
    queryFn: () => ask(null),
    staleTime: freshMs,
  });
  const nodes = opened ?? roots.data?.map(nodeOf);
  const load = async (key: number) => {
    const children = await client.fetchQuery({
      queryKey: ['options', path, { parentId: key }],
      queryFn: () => ask(key),
      staleTime: freshMs,
    });
    setOpened((before) => withChildren(before ?? roots.data?.map(nodeOf) ?? [], key, children.map(nodeOf)));
  };
  const chosen = Number(tab.query.parentId);
  return (
    <nav className="k-card rg-tree" aria-label="行政区划树">
      {nodes ? (
        <Tree<Node>
          treeData={nodes}
          blockNode
          selectedKeys={chosen ? [chosen] : []}
          loadData={(node) => load(Number(node.key))}
          onSelect={(keys) =>
            replaceTab(
              { path, query: keys[0] === undefined ? {} : { parentId: String(keys[0]), level: '*' } },
              { id: tab.id },
            )
          }
        />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </nav>
  );
}

export default view({ slots: { beside: Regions } });
