/** The last import of this page, to be taken back as a whole while nothing hangs on it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../clock.ts';
import { asRefusal } from '../../http/client.ts';
import { confirmAction, feedback } from '../../shell/feedback.tsx';
import { afterWrite } from '../query-keys.ts';
import { lastImport, takeBackImport } from './import-api.ts';

export function TakeBack({ path }: { path: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const key = ['import_last', path];
  const { data } = useQuery({ queryKey: key, queryFn: () => lastImport(path), staleTime: 0, retry: false });
  if (!data) return null;
  const { taskId, filename, rows, at } = data;
  const undo = async () => {
    const sure = await confirmAction(
      `撤回 ${formatTime(at)} 从「${filename}」导入的全部 ${rows} 条？已有人发生业务时不能撤回。`,
      {
        okText: '整批撤回',
        danger: true,
      },
    );
    if (!sure) return;
    setBusy(true);
    try {
      const { count } = await takeBackImport(path, taskId);
      feedback().message.success(`已撤回 ${count} 条`);
      client.setQueryData(key, null);
      await afterWrite(client, path, []);
    } catch (error) {
      feedback().message.error(asRefusal(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="k-help" data-part="last-import">
      上次导入：{formatTime(at)}「{filename}」{rows} 条{' '}
      <Button size="small" danger loading={busy} onClick={() => void undo()}>
        整批撤回
      </Button>
    </p>
  );
}
