/** Moving a batch on: straight away, after a question, or with a reason. */
import { useQueryClient } from '@tanstack/react-query';
import { App, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { ApiError, post } from '../http/client.ts';
import { newRequestKey } from '../screens/form/request-key.ts';
import { afterWrite, pageKey } from '../screens/query-keys.ts';

interface Ask {
  verb: string;
  title: string;
  /** Told when it is done. */
  done: string;
}

export interface BatchActions {
  /** The verb that is under way. */
  busy: string | undefined;
  /** Sends `verb` and tells `done`; false when it was refused, which is told too. */
  send(verb: string, body: Record<string, unknown>, done: string): Promise<boolean>;
  /** Asks `title` first. */
  confirm(verb: string, title: string, done: string): void;
  /** Asks for a reason first. */
  askFor(ask: Ask): void;
  /** The dialog that asks for the reason; to be rendered once. */
  dialog: ReactNode;
}

/** Actions on the batch `id` of a page; whatever comes of one, the page's answers are asked again. */
export function useBatchActions(path: string, id: number): BatchActions {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const [busy, setBusy] = useState<string>();
  const [ask, setAsk] = useState<Ask>();
  const [reason, setReason] = useState('');
  const send: BatchActions['send'] = async (verb, body, done) => {
    setBusy(verb);
    try {
      await post(path, verb, { id, ...body }, { requestKey: newRequestKey() });
      message.success(done);
      // The buttons wait for the new state, so that nobody presses one of the old.
      await afterWrite(client, path, [id]);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message, 6);
      // Somebody else may have moved it on meanwhile.
      void client.invalidateQueries({ queryKey: pageKey(path) });
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return {
    busy,
    send,
    confirm: (verb, title, done) =>
      void modal.confirm({
        title,
        okText: '确认',
        cancelText: '取消',
        onOk: async () => {
          await send(verb, {}, done);
        },
      }),
    askFor: (next) => {
      setReason('');
      setAsk(next);
    },
    dialog: (
      <Modal
        open={ask !== undefined}
        title={ask?.title}
        okText="确认"
        cancelText="取消"
        okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
        confirmLoading={busy !== undefined}
        onCancel={() => setAsk(undefined)}
        onOk={async () => {
          if (ask && (await send(ask.verb, { reason: reason.trim() }, ask.done))) setAsk(undefined);
        }}
      >
        <Input.TextArea
          aria-label="原因"
          rows={3}
          maxLength={100}
          placeholder="请填写原因"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    ),
  };
}
