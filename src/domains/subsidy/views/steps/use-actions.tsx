/** Sending what a step asks for: straight away, after a question, or with a reason. */
import { App, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../../kit/console/http/client.ts';
import { type BatchHead, sendAction } from '../batch-api.ts';

export interface Actions {
  /** A request is under way. */
  busy: boolean;
  /** Sends `verb` and tells `done`; false when it was refused, which is told too. */
  send(verb: string, body: Record<string, unknown>, done: string): Promise<boolean>;
  /** Asks `title` first. */
  confirm(verb: string, title: string, done: string): void;
  /** Asks for a reason first. */
  askFor(verb: string, title: string): void;
  /** The dialog that asks for the reason; to be rendered once. */
  dialog: ReactNode;
}

export interface StepProps {
  path: string;
  batch: BatchHead;
  actions: Actions;
}

export function useActions(path: string, batch: BatchHead, onDone: () => Promise<void>): Actions {
  const { message, modal } = App.useApp();
  const [busy, setBusy] = useState(false);
  const [ask, setAsk] = useState<{ verb: string; title: string }>();
  const [reason, setReason] = useState('');
  const send: Actions['send'] = async (verb, body, done) => {
    setBusy(true);
    try {
      await sendAction(path, verb, { id: batch.id, ...body });
      message.success(done);
      await onDone();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      message.error(error.message, 6);
      return false;
    } finally {
      setBusy(false);
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
    askFor: (verb, title) => {
      setReason('');
      setAsk({ verb, title });
    },
    dialog: (
      <Modal
        open={ask !== undefined}
        title={ask?.title}
        okText="确认"
        cancelText="取消"
        okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
        confirmLoading={busy}
        onCancel={() => setAsk(undefined)}
        onOk={async () => {
          if (ask && (await send(ask.verb, { reason: reason.trim() }, `已${ask.title}`))) setAsk(undefined);
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
