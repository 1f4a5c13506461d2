/** 预置岗位: the ready-made roles of this kind of unit, each taken over as a role of one's own by one click. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { afterWrite, pageKey } from '../../../kit/console/screens/query-keys.ts';
import { can } from '../../../kit/console/session/can.ts';
import type { SlotProps } from '../../../kit/console/view.ts';
import { duties } from '../../../kit/define/duty.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { dataScopes } from '../fields.ts';
import type { ReadyPost } from '../shapes.ts';
import './ready-posts.css';

const countsOf = ({ duties: counts }: ReadyPost) =>
  counts.map(({ duty, count }) => `${labelIn(duties, duty)} ${count} ${duty === 'look' ? '页' : '项'}`).join(' · ');

function Post({ one, path }: { one: ReadyPost; path: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const taken = one.takenAs.length > 0;
  const take = async () => {
    setBusy(true);
    setProblem(undefined);
    const { freeName: name, dataScope, remark, grants, id: templateId } = one;
    try {
      await post(path, 'create', { name, dataScope, remark, grants, templateId }, { requestKey: newRequestKey() });
      await afterWrite(client, path, []);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : '没有采用成功，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="rp-post">
      <div className="rp-words">
        <div className="rp-name">
          <b>{one.name}</b>
          <Tag>{labelIn(dataScopes, one.dataScope)}</Tag>
          {taken ? (
            <Tag color="success">已采用{one.takenAs.includes(one.name) ? '' : `为「${one.takenAs[0]}」`}</Tag>
          ) : null}
        </div>
        {one.remark ? <p>{one.remark}</p> : null}
        <p className="k-muted">{countsOf(one)}</p>
        {problem ? <Alert type="error" showIcon title={problem} /> : null}
        {one.beyond && !taken ? <p className="k-help">含有您没有的权限或数据范围，请由管理员采用</p> : null}
      </div>
      <Button
        type={taken ? 'default' : 'primary'}
        loading={busy}
        disabled={taken || one.beyond}
        aria-label={`采用岗位 ${one.name}`}
        onClick={() => void take()}
      >
        {taken ? '已采用' : '采用'}
      </Button>
    </li>
  );
}

export function ReadyPosts({ path }: SlotProps) {
  const [shown, setShown] = useState(false);
  const { data, error } = useQuery({
    queryKey: [...pageKey(path), 'templates'],
    queryFn: ({ signal }) => post<ReadyPost[]>(path, 'templates', {}, { signal }),
    enabled: can(path, 'create'),
  });
  if (!can(path, 'create')) return null;
  const free = (data ?? []).filter((one) => one.takenAs.length === 0 && !one.beyond).length;
  return (
    <>
      <Button onClick={() => setShown(true)}>预置岗位{free > 0 ? `（${free} 个可采用）` : ''}</Button>
      <Drawer open={shown} title="预置岗位" size={640} onClose={() => setShown(false)}>
        <p className="k-help">
          按岗位配好菜单与按钮，采用后成为本单位自己的角色，可以再改。系统更新带来属于该岗位的新页面时，角色列表会提示，由您决定是否加入。
        </p>
        {error ? <Alert type="error" showIcon title={error.message} /> : null}
        {data ? (
          <ul className="rp-posts">
            {data.map((one) => (
              <Post key={one.id} one={one} path={path} />
            ))}
          </ul>
        ) : error ? null : (
          <Skeleton active paragraph={{ rows: 6 }} />
        )}
      </Drawer>
    </>
  );
}
