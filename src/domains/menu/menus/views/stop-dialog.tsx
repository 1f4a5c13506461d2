/** Taking a dish off sale: first what that does to who has ordered it. */
import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { post } from '../../../../kit/console/http/client.ts';
import { OutcomeLines } from '../../../../kit/console/screens/form/outcome-lines.tsx';
import type { Outcome } from '../../../../kit/define/page.ts';
import { labelIn } from '../../../../kit/define/states.ts';
import { itemStatuses } from '../menu-flow.ts';

export interface Stopping {
  id: number;
  name: string;
  status: 'STOPPED' | 'SOLD_OUT';
}

export function StopDialog({
  path,
  of: { id, name, status },
  onOk,
  onClose,
}: {
  path: string;
  of: Stopping;
  onOk(): Promise<unknown>;
  onClose(): void;
}) {
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['menu-stop', path, id, status],
    queryFn: ({ signal }) => post<Outcome>(path, 'stopLook', { id, status }, { signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const word = labelIn(itemStatuses, status);
  return (
    <Modal
      open
      title={`${word} · ${name}`}
      okText={word}
      okButtonProps={{ danger: status === 'STOPPED', disabled: !data }}
      confirmLoading={busy}
      onOk={async () => {
        setBusy(true);
        await onOk();
        onClose();
      }}
      onCancel={onClose}
    >
      {error ? <Alert type="error" showIcon title={error.message} /> : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 2 }} title={false} /> : null}
      {data ? <OutcomeLines lines={data.lines} /> : null}
    </Modal>
  );
}
