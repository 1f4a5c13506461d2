/** Publishing: errors keep it from happening, warnings need one click. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { feedback } from '../../../../kit/console/shell/feedback.tsx';
import type { Finding } from '../judge.ts';

interface Looked {
  menus: number;
  items: number;
  findings: (Finding & { where: string })[];
}

function Findings({ title, list, kind }: { title: string; list: Looked['findings']; kind: 'error' | 'warning' }) {
  if (list.length === 0) return null;
  return (
    <Alert
      type={kind}
      showIcon
      title={`${title} ${list.length} 处`}
      description={
        <ul className="mw-dialog-list">
          {list.slice(0, 50).map((one) => (
            <li key={`${one.menuKey}${one.code}${one.dishId}`}>
              <b>{one.where}</b> {one.text}
            </li>
          ))}
        </ul>
      }
    />
  );
}

export function PublishDialog({
  path,
  ids,
  onClose,
  onDone,
}: {
  path: string;
  ids: readonly number[];
  onClose(): void;
  onDone(): void;
}) {
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['menu-look', path, ids],
    queryFn: ({ signal }) => post<Looked>(path, 'look', { ids: [...ids] }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const errors = data?.findings.filter((one) => one.level === 'ERROR') ?? [];
  const warnings = data?.findings.filter((one) => one.level === 'WARNING') ?? [];
  const publish = async () => {
    setBusy(true);
    try {
      await post(path, 'publish', { ids: [...ids], agreed: true });
      feedback().message.success(`已发布 ${ids.length} 餐`);
      onDone();
    } catch (failure) {
      feedback().message.error(failure instanceof Error ? failure.message : '没有发布');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={`发布 ${ids.length} 餐`}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button
          key="publish"
          type="primary"
          loading={busy}
          disabled={!data || errors.length > 0}
          onClick={() => void publish()}
        >
          {warnings.length > 0 ? `确认 ${warnings.length} 处提醒并发布` : '发布'}
        </Button>,
      ]}
    >
      {error ? <Alert type="error" showIcon title={error.message} /> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data ? (
        <p>
          {data.menus} 餐 {data.items}{' '}
          道菜。发布后留存此刻的配料、成本、营养与过敏原，之后只能停售、改限量、上调售价，或撤回。
        </p>
      ) : null}
      <Findings title="不能发布" kind="error" list={errors} />
      <Findings title="请确认" kind="warning" list={warnings} />
    </Modal>
  );
}
