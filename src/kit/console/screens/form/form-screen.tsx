/** The sibling `/form` of a page: creates without `?id=`, edits with it, shows read only where nothing may be edited. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { post } from '../../http/client.ts';
import { activateTab, closeTab, openTab, replaceTab, tabsState } from '../../nav/tabs-store.ts';
import { useTab } from '../../nav/use-tab.ts';
import { can } from '../../session/can.ts';
import { feedback } from '../../shell/feedback.tsx';
import { type ReceiptData, ReceiptDialog } from '../../widgets/receipt.tsx';
import { type Secret, SecretDialog } from '../../widgets/secret-dialog.tsx';
import { tellDone } from '../../widgets/undo-offer.tsx';
import { rowName } from '../list/row-name.ts';
import type { AnyRow } from '../logic/actions.ts';
import { fillLocation } from '../logic/template.ts';
import { afterWrite, recordKey } from '../query-keys.ts';
import type { ScreenProps } from '../screen-props.ts';
import { RecordFailed } from './record-failed.tsx';
import { RecordForm } from './record-form.tsx';

interface Answer {
  id?: number;
  receipt?: ReceiptData;
  secret?: Secret;
}

/** A new record's form, or the one the address names: as the page's view shows it, or as its form. */
export default function FormScreen(props: ScreenProps) {
  const { id } = useTab().query;
  const Shown = props.view?.record;
  return Shown && /^\d+$/.test(id ?? '') ? (
    <Shown path={props.path} spec={props.spec} id={Number(id)} />
  ) : (
    <FormOfRecord {...props} />
  );
}

function FormOfRecord({ path, spec, view }: ScreenProps) {
  const tab = useTab();
  const client = useQueryClient();
  const id = /^\d+$/.test(tab.query.id ?? '') ? Number(tab.query.id) : undefined;
  const [answer, setAnswer] = useState<Answer & { onward(): void }>();
  const record = useQuery({
    queryKey: [...recordKey(path, id ?? 0), 'form'],
    queryFn: ({ signal }) => post<AnyRow>(path, 'get', { id }, { signal }),
    enabled: id !== undefined,
    // What is being edited must not change under the hand; the version tells on saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const readOnly = id !== undefined && (spec.form?.createOnly === true || !can(path, 'update'));
  const title =
    id === undefined || !record.data ? undefined : `${readOnly ? '查看' : '编辑'} · ${rowName(spec, record.data)}`;
  useEffect(() => {
    if (title && title !== tab.title) replaceTab({ path: tab.path, query: tab.query }, { id: tab.id, title });
  }, [title, tab]);

  // Back to the list this form stands beside, with its page and filter; opened when it is not there.
  const leave = () => {
    const { tabs } = tabsState();
    const at = tabs.findIndex((t) => t.id === tab.id);
    const list = tabs.slice(0, at).findLast((t) => t.path === path) ?? tabs.find((t) => t.path === path);
    if (list) activateTab(list.id);
    else openTab(path);
    void closeTab(tab.id, true);
  };
  // To the new record: in this tab where it is shown by the form's own sibling, else in one of its own.
  const show = (location: string) => {
    const [to = '', search = ''] = location.split('?');
    if (to === tab.path)
      replaceTab({ path: to, query: Object.fromEntries(new URLSearchParams(search)) }, { id: tab.id });
    else {
      openTab(location);
      void closeTab(tab.id, true);
    }
  };
  const submit = async (values: Record<string, unknown>, requestKey: string) => {
    const verb = id === undefined ? 'create' : 'update';
    const target = id === undefined ? {} : { id, version: record.data?.version };
    const saved = await post<Answer | null>(path, verb, { ...target, ...values }, { requestKey });
    const savedId = id ?? saved?.id;
    afterWrite(client, path, savedId === undefined ? [] : [savedId]);
    if (id === undefined)
      tellDone(
        { text: spec.form?.done ?? '已新增' },
        {
          path,
          undo: spec.form?.undo,
          id: savedId,
          onUndone: () => {
            void afterWrite(client, path, savedId === undefined ? [] : [savedId]);
            // The slip of what was taken back is no slip any more.
            if (saved?.receipt) leave();
          },
        },
      );
    else feedback().message.success(spec.form?.saved ?? '已保存');
    const onward = () => {
      if (spec.form?.opens && id === undefined && savedId !== undefined)
        show(fillLocation(spec.form.opens, { ...values, id: savedId }));
      else leave();
    };
    if (saved?.receipt || saved?.secret) setAnswer({ ...saved, onward });
    else onward();
  };

  if (id !== undefined && record.isPending)
    return <Skeleton active className="k-page k-waiting" paragraph={{ rows: 8 }} />;
  if (record.isError) return <RecordFailed error={record.error} onRetry={() => void record.refetch()} />;
  return (
    <>
      <RecordForm
        key={`${id ?? 'new'}:${record.dataUpdatedAt}`}
        path={path}
        spec={spec}
        view={view}
        record={record.data}
        preset={tab.query}
        readOnly={readOnly}
        cancelLabel="取消"
        onCancel={() => void closeTab(tab.id)}
        onSubmit={submit}
      />
      <ReceiptDialog receipt={answer?.receipt ?? null} onClose={() => answer?.onward()} />
      <SecretDialog secret={answer?.receipt ? null : (answer?.secret ?? null)} onClose={() => answer?.onward()} />
    </>
  );
}
