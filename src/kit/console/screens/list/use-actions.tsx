/** Runs the buttons of a list: asks, calls, shows receipts and secrets, refreshes. One call at a time per button. */
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import type { Action, AnyPage } from '../../../define/page.ts';
import { loadChunk } from '../../errors/chunk-reload.ts';
import { ApiError, post } from '../../http/client.ts';
import { download } from '../../http/download.ts';
import { openTab } from '../../nav/tabs-store.ts';
import { confirmAction, confirmDelete } from '../../shell/feedback.tsx';
import type { OpenLink } from '../../widgets/link-dialog.tsx';
import type { ReceiptData } from '../../widgets/receipt.tsx';
import { type Secret, SecretDialog } from '../../widgets/secret-dialog.tsx';
import { type Told, tellDone } from '../../widgets/undo-offer.tsx';
import { askedWitness } from '../form/asked-witness.ts';
import { newRequestKey } from '../form/request-key.ts';
import { type AnyRow, type Button, eligible } from '../logic/actions.ts';
import { formatValue } from '../logic/format.ts';
import { fill, fillLocation, fillSeveral } from '../logic/template.ts';
import { afterWrite } from '../query-keys.ts';
import { rowName } from './row-name.ts';

const ReceiptDialog = lazy(() =>
  loadChunk(() => import('../../widgets/receipt.tsx')).then((m) => ({ default: m.ReceiptDialog })),
);
const LinkDialog = lazy(() => import('../../widgets/link-dialog.tsx').then((m) => ({ default: m.LinkDialog })));
const ActionDialog = lazy(() => import('../form/action-dialog.tsx'));

/** What a write may answer besides nothing. */
export interface Shown {
  told?: Told;
  receipt?: ReceiptData;
  secret?: Secret;
  link?: OpenLink;
}

/** An action about to run, with the rows it runs on; none for a tool of the page. */
export interface Pending {
  action: Action;
  rows: readonly AnyRow[];
  /** Sends `{ids}` even for one row. */
  batch: boolean;
  note?: string;
  /** What its dialog starts with. */
  values?: Readonly<Record<string, unknown>> | undefined;
}

export interface Actions {
  run: (button: Button, row?: AnyRow, values?: Readonly<Record<string, unknown>>) => void;
  runBatch: (action: Action, rows: readonly AnyRow[]) => void;
  overlays: ReactNode;
}

export function useActions(
  path: string,
  spec: AnyPage,
  onView: (row: AnyRow) => void,
  onBatchDone: () => void,
): Actions {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [dialog, setDialog] = useState<Pending | null>(null);
  const [receipt, setReceipt] = useState<ReceiptData | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [link, setLink] = useState<OpenLink | null>(null);
  const running = useRef(new Set<string>());

  const send = useCallback(
    async (pending: Pending, values: Record<string, unknown>, requestKey: string) => {
      const { action, rows, batch } = pending;
      const ids = rows.map((r) => r.id);
      const body = { ...targetOf(pending), ...values };
      const shown = await post<Shown | null>(path, action.key, body, { requestKey });
      afterWrite(client, path, ids);
      if (batch) onBatchDone();
      if (shown?.receipt) setReceipt(shown.receipt);
      if (shown?.secret) setSecret(shown.secret);
      if (shown?.link) setLink(shown.link);
      tellDone(shown?.told ?? { text: action.done ?? '操作成功' }, {
        path,
        undo: action.undo,
        id: batch ? undefined : ids[0],
        onUndone: () => {
          void afterWrite(client, path, ids);
          setReceipt(null);
        },
      });
    },
    [path, client, onBatchDone],
  );

  const guarded = useCallback(
    async (name: string, work: () => Promise<void>) => {
      if (running.current.has(name)) return;
      running.current.add(name);
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        message.error(error.message);
      } finally {
        running.current.delete(name);
      }
    },
    [message],
  );

  const perform = useCallback(
    (pending: Pending) => {
      const { key, shows } = pending.action;
      if (shows === 'file')
        return void guarded(key, async () => {
          await download(`${path}/${key}`, targetOf(pending));
          afterWrite(client, path, []);
        });
      if (pending.action.form || pending.action.outcome || pending.action.witness) return setDialog(pending);
      void guarded(`${pending.action.key}:${pending.rows.map((r) => r.id).join()}`, async () => {
        const question = questionOf(spec, pending);
        const how = { danger: pending.action.tone === 'danger', okText: agreeText(spec, pending) };
        if (question && !(await confirmAction(question, how))) return;
        await send(pending, {}, newRequestKey());
      });
    },
    [spec, path, client, guarded, send],
  );

  const run = useCallback(
    (button: Button, row?: AnyRow, values?: Readonly<Record<string, unknown>>) => {
      const { action } = button;
      if (action?.open) return openTab(fillLocation(action.open, row ?? {}));
      if (action) return perform({ action, rows: row ? [row] : [], batch: false, values });
      if (button.key === 'create') return openTab(`${path}/form`);
      if (!row) return;
      if (button.key === 'view') return onView(row);
      if (button.key === 'edit')
        return openTab({ path: `${path}/form`, query: { id: row.id } }, { title: `编辑 · ${rowName(spec, row)}` });
      void guarded(`remove:${row.id}`, async () => {
        if (!(await confirmDelete(`确定删除「${rowName(spec, row)}」？删除后不能恢复。`))) return;
        await post(path, 'remove', { id: row.id }, { requestKey: newRequestKey() });
        afterWrite(client, path, []);
        message.success('已删除');
      });
    },
    [path, spec, client, guarded, message, onView, perform],
  );

  const runBatch = useCallback(
    (action: Action, rows: readonly AnyRow[]) => {
      const { ids, refused, reason } = eligible(action, rows);
      if (ids.length === 0) {
        message.warning(reason ?? `所选记录都不能${action.label}`);
        return;
      }
      const chosen = rows.filter((r) => ids.includes(r.id));
      const note = `将对 ${ids.length} 条记录执行「${action.label}」${refused > 0 ? `，另有 ${refused} 条不符合条件，跳过` : ''}。`;
      perform({ action, rows: chosen, batch: true, note });
    },
    [message, perform],
  );

  const overlays = (
    <>
      {dialog ? (
        <Suspense fallback={null}>
          <ActionDialog
            path={path}
            title={titleOf(spec, dialog)}
            fields={dialog.action.form ?? {}}
            note={questionOf(spec, dialog)}
            row={dialog.rows.length === 1 ? dialog.rows[0] : dialog.values}
            start={dialog.values}
            {...(dialog.action.outcome ? { outcome: { action: dialog.action, target: targetOf(dialog) } } : {})}
            witness={askedWitness(spec, dialog.action.witness)}
            danger={dialog.action.tone === 'danger'}
            label={dialog.action.label}
            okText={agreeText(spec, dialog)}
            onSubmit={(values, requestKey) => send(dialog, values, requestKey)}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      ) : null}
      {receipt ? (
        <Suspense fallback={null}>
          <ReceiptDialog receipt={receipt} onClose={() => setReceipt(null)} />
        </Suspense>
      ) : null}
      {secret ? <SecretDialog secret={secret} onClose={() => setSecret(null)} /> : null}
      {link ? (
        <Suspense fallback={null}>
          <LinkDialog link={link} onClose={() => setLink(null)} />
        </Suspense>
      ) : null}
    </>
  );
  return { run, runBatch, overlays };
}

/** The rows it runs on as the server takes them. */
function targetOf({ rows, batch }: Pending): { id?: number; ids?: number[] } {
  const ids = rows.map((r) => r.id);
  const [id] = ids;
  return batch ? { ids } : id !== undefined && ids.length === 1 ? { id } : {};
}

/** An action on one record names it, so that the wrong row is noticed before it is too late. */
function titleOf(spec: AnyPage, { action, rows }: Pending): string {
  const [row] = rows;
  return row && rows.length === 1 ? `${action.label} · ${rowName(spec, row)}` : action.label;
}

/** What is agreed to: of a question about one amount the button carries it. */
function agreeText(spec: AnyPage, { action, rows }: Pending): string | undefined {
  const [row] = rows;
  const amounts = Object.entries(spec.fields).filter(
    ([key, field]) => field.kind === 'money' && action.confirm?.includes(`{${key}}`),
  );
  const [amount] = amounts;
  if (!row || !amount || rows.length > 1 || amounts.length > 1) return undefined;
  return `${action.label} ${formatValue(amount[1], amount[0], row)} 元`;
}

/** What is asked before it runs; a batch always says how many rows it takes. */
function questionOf(spec: AnyPage, { action, rows, note }: Pending): string | undefined {
  const [row] = rows;
  const read = (of: AnyRow) => (key: string) => {
    const field = spec.fields[key];
    return field ? formatValue(field, key, of) : String(of[key] ?? '');
  };
  const own =
    action.confirm && (row && rows.length === 1 ? fill(action.confirm, read(row)) : fillSeveral(action.confirm));
  return [note, own].filter(Boolean).join(' ') || undefined;
}
