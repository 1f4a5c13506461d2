/** The form of a role: its facts, a template to start from, and the menu tree with its buttons to tick. */
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Select, Skeleton, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { post } from '../../../kit/console/http/client.ts';
import { FieldItem } from '../../../kit/console/screens/form/field-item.tsx';
import type { FormBodyProps } from '../../../kit/console/view.ts';
import type { PermissionGroup, ReadyPost } from '../shapes.ts';
import { filterGroups, grantTree, tidyGrants } from './grant-tree.ts';
import './role-form.css';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';

const plainFields = ['unitType', 'name', 'dataScope', 'remark'] as const;

function Templates({ path, onChoose }: { path: string; onChoose: (post: ReadyPost) => void }) {
  const { data } = useQuery({
    queryKey: [...pageKey(path), 'templates'],
    queryFn: ({ signal }) => post<ReadyPost[]>(path, 'templates', {}, { signal }),
    retry: false,
  });
  if (!data || data.length === 0) return null;
  return (
    <div className="rf-template">
      <label htmlFor="rf-template">从预置岗位开始</label>
      <Select
        id="rf-template"
        placeholder="选择岗位"
        value={null}
        options={data.map((t) => ({ value: t.id, label: t.name, title: t.remark ?? t.name }))}
        onChange={(id: number | null) => {
          const chosen = data.find((t) => t.id === id);
          if (chosen) onChoose(chosen);
        }}
      />
    </div>
  );
}

interface GrantsProps {
  groups: readonly PermissionGroup[];
  grants: readonly string[];
  onChange: (grants: string[]) => void;
  error: string | undefined;
}

function Grants({ groups, grants, onChange, error }: GrantsProps) {
  const [words, setWords] = useState('');
  const shown = useMemo(() => filterGroups(groups, words.trim()), [groups, words]);
  const tree = useMemo(() => grantTree(shown), [shown]);
  const visible = useMemo(
    () => new Set(shown.flatMap((g) => g.pages.flatMap((p) => p.verbs.map((v) => `${p.path}#${v.key}`)))),
    [shown],
  );
  const hidden = grants.filter((g) => !visible.has(g));
  const everything = [...visible];
  return (
    <div className="rf-grants">
      <div className="rf-tools">
        <Input.Search
          allowClear
          placeholder="查找菜单或按钮"
          aria-label="查找菜单或按钮"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button onClick={() => onChange(tidyGrants(grants, [...hidden, ...everything]))}>全选</Button>
        <Button
          onClick={() =>
            onChange(tidyGrants([...grants], [...hidden, ...everything.filter((g) => g.endsWith('#query'))]))
          }
        >
          仅查看
        </Button>
        <Button onClick={() => onChange([...hidden])}>清空</Button>
        <span className="k-muted" aria-live="polite">
          已选 {grants.length} 项
        </span>
      </div>
      {error ? (
        <p className="k-problem" role="alert">
          {error}
        </p>
      ) : null}
      {tree.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合的菜单" />
      ) : (
        <Tree
          key={words.trim() === '' ? 'all' : 'found'}
          checkable
          selectable={false}
          height={460}
          virtual
          treeData={tree}
          defaultExpandedKeys={
            words.trim() === ''
              ? []
              : shown.flatMap((g) => [g.top, `${g.top}/${g.child}`, ...g.pages.map((p) => p.path)])
          }
          checkedKeys={grants.filter((g) => visible.has(g))}
          onCheck={(checked) => {
            const keys = (Array.isArray(checked) ? checked : checked.checked).map(String);
            onChange(tidyGrants(grants, [...hidden, ...keys]));
          }}
          aria-label="菜单与操作权限"
        />
      )}
    </div>
  );
}

export function RoleForm({ path, spec, id, values, change, errors }: FormBodyProps) {
  const unitType = typeof values.unitType === 'string' ? values.unitType : undefined;
  const permissions = useQuery({
    queryKey: [...pageKey(path), 'permissions', unitType],
    queryFn: ({ signal }) => post<PermissionGroup[]>(path, 'permissions', { unitType }, { signal }),
    enabled: !('unitType' in spec.fields) || unitType !== undefined,
  });
  const grants = Array.isArray(values.grants) ? (values.grants as string[]) : [];
  return (
    <>
      {plainFields.map((key) => {
        const field = spec.fields[key];
        if (!field) return null;
        const fixed = id !== undefined && field.createOnly === true;
        return (
          <FieldItem
            key={key}
            field={field}
            fieldKey={key}
            row={id === undefined ? undefined : values}
            readOnly={fixed}
            disabled={false}
          />
        );
      })}
      {id === undefined ? (
        <Templates
          path={path}
          onChoose={(t) =>
            change({
              grants: t.grants,
              dataScope: t.dataScope,
              templateId: t.id,
              ...(values.name ? {} : { name: t.freeName }),
            })
          }
        />
      ) : null}
      <h2 className="rf-title">菜单与操作权限</h2>
      {permissions.isError ? (
        <Empty description={`菜单没有读出来：${permissions.error.message}`}>
          <Button onClick={() => void permissions.refetch()}>重试</Button>
        </Empty>
      ) : permissions.data ? (
        <Grants
          groups={permissions.data}
          grants={grants}
          onChange={(next) => change({ grants: next })}
          error={errors.grants}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </>
  );
}
