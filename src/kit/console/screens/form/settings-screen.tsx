/** A settings page: one record, read and written without an id; saving stays on the page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { post } from '../../http/client.ts';
import { useSetDirty, useTabState } from '../../nav/use-tab.ts';
import { can } from '../../session/can.ts';
import { feedback } from '../../shell/feedback.tsx';
import { pageKey } from '../query-keys.ts';
import type { ScreenProps } from '../screen-props.ts';
import { RecordFailed } from './record-failed.tsx';
import { RecordForm } from './record-form.tsx';

const nothing = {};

export default function SettingsScreen({ path, spec, view }: ScreenProps) {
  const client = useQueryClient();
  const setDirty = useSetDirty();
  const [, setDraft] = useTabState<Record<string, unknown> | null>('draft', null);
  const [round, setRound] = useState(0);
  const record = useQuery({
    queryKey: [...pageKey(path), 'settings'],
    queryFn: ({ signal }) => post<Record<string, unknown>>(path, 'get', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const startAgain = () => {
    setDraft(null);
    setDirty(false);
    setRound((n) => n + 1);
  };
  const submit = async (values: Record<string, unknown>, requestKey: string) => {
    await post(path, 'update', { version: record.data?.version, ...values }, { requestKey });
    feedback().message.success('已保存');
    await client.invalidateQueries({ queryKey: pageKey(path) });
  };
  if (record.isPending) return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
  if (record.isError) return <RecordFailed error={record.error} onRetry={() => void record.refetch()} />;
  const readOnly = !can(path, 'update');
  return (
    <RecordForm
      key={`${round}:${record.dataUpdatedAt}`}
      path={path}
      spec={spec}
      view={view}
      record={record.data}
      preset={nothing}
      readOnly={readOnly}
      cancelLabel="恢复"
      onCancel={readOnly ? undefined : startAgain}
      onSubmit={submit}
    />
  );
}
