/** Devices an account is signed in on, each with a button that signs it out. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { confirmAction, feedback } from '../../../kit/console/shell/feedback.tsx';
import type { SessionLine } from '../shapes.ts';
import './session-list.css';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';

interface Props {
  path: string;
  /** Body of `sessions`: whose sessions; empty for one's own. */
  whose: Record<string, unknown>;
  /** Body of `revoke` for one session. */
  revokeBody: (session: SessionLine) => Record<string, unknown>;
}

export function SessionList({ path, whose, revokeBody }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number>();
  const queryKey = [...pageKey(path), 'sessions', whose];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => post<SessionLine[]>(path, 'sessions', whose, { signal }),
  });
  const revoke = async (session: SessionLine) => {
    if (!(await confirmAction(`确定让「${session.device}」（${session.ip}）退出登录？`, { danger: true }))) return;
    setBusy(session.id);
    try {
      await post(path, 'revoke', revokeBody(session));
      feedback().message.success('已退出');
      await client.invalidateQueries({ queryKey });
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      feedback().message.error(problem.message);
    } finally {
      setBusy(undefined);
    }
  };
  if (error)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`没有读出来：${error.message}`}>
        <Button onClick={() => void refetch()}>重试</Button>
      </Empty>
    );
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  if (data.length === 0) return <p className="k-help">没有登录中的设备。</p>;
  return (
    <ul className="ui-sessions">
      {data.map((s) => (
        <li key={s.id}>
          <span className="k-two-lines">
            <span>
              {s.device}
              {s.current ? <b className="k-positive"> · 本机</b> : null}
            </span>
            <small>
              {s.identity} · {s.ip}
            </small>
            <small title={`登录于 ${formatTime(s.issuedAt)}`}>最近使用 {formatTime(s.lastSeenAt)}</small>
          </span>
          {s.current ? null : (
            <Button
              danger
              loading={busy === s.id}
              onClick={() => void revoke(s)}
              aria-label={`退出 ${s.device}（${s.ip}）`}
            >
              退出
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
