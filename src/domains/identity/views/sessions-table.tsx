/** Devices an account is signed in on, each with a button that signs it out. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../../kit/console/clock.ts';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { confirmAction, feedback } from '../../../kit/console/shell/feedback.tsx';
import type { SessionLine } from '../shapes.ts';

interface Props {
  path: string;
  /** Body of `sessions`: whose sessions; empty for one's own. */
  whose: Record<string, unknown>;
  /** Body of `revoke` for one session. */
  revokeBody: (session: SessionLine) => Record<string, unknown>;
}

export function SessionsTable({ path, whose, revokeBody }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<number>();
  const queryKey = [path, 'sessions', whose];
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
  return (
    <Table<SessionLine>
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={data}
      scroll={{ y: 320 }}
      locale={{ emptyText: '没有登录中的设备' }}
      columns={[
        {
          key: 'device',
          title: '设备',
          render: (_, s) => (
            <span className="k-two-lines">
              <span>{s.device}</span>
              <small>
                {s.identity} · {s.ip}
              </small>
            </span>
          ),
        },
        {
          key: 'seen',
          title: '最近使用',
          width: 150,
          render: (_, s) => <span title={`登录于 ${formatTime(s.issuedAt)}`}>{formatTime(s.lastSeenAt)}</span>,
        },
        {
          key: 'do',
          title: '操作',
          width: 72,
          render: (_, s) =>
            s.current ? (
              <span className="k-muted">本机</span>
            ) : (
              <Button type="link" danger loading={busy === s.id} onClick={() => void revoke(s)}>
                退出
              </Button>
            ),
        },
      ]}
    />
  );
}
