/** The small dialog of an action that asks for values before it runs. */
import { Alert, Form, Modal } from 'antd';
import { useId, useRef, useState } from 'react';
import type { Fields } from '../../../define/field.ts';
import { ApiError } from '../../http/client.ts';
import { can } from '../../session/can.ts';
import { wireValues } from '../logic/validate.ts';
import { FieldItem } from './field-item.tsx';
import { keyAfter, newRequestKey } from './request-key.ts';

interface Props {
  /** Of the page whose action it is. */
  path: string;
  title: string;
  fields: Fields;
  /** Said before the inputs. */
  note: string | undefined;
  /** The row it runs on, when there is exactly one; its values of the same name are proposed. */
  row: Readonly<Record<string, unknown>> | undefined;
  danger: boolean;
  onSubmit: (values: Record<string, unknown>, requestKey: string) => Promise<void>;
  onClose: () => void;
}

export default function ActionDialog({ path, title, fields, note, row, danger, onSubmit, onClose }: Props) {
  const name = useId();
  const [form] = Form.useForm<Record<string, unknown>>();
  const requestKey = useRef(newRequestKey());
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const keys = Object.keys(fields).filter((key) => {
    const needs = fields[key]?.needs;
    return needs === undefined || can(path, needs);
  });
  const initial = Object.fromEntries(
    keys.map((key) => [key, fields[key]?.initial ?? row?.[key] ?? (fields[key]?.kind === 'bool' ? false : null)]),
  );
  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      await form.validateFields();
      await onSubmit(wireValues(fields, keys, form.getFieldsValue(true), row), requestKey.current);
      onClose();
    } catch (error) {
      requestKey.current = keyAfter(requestKey.current, error);
      if (!(error instanceof ApiError)) {
        if (error instanceof Error) throw error;
        return;
      }
      const at = Object.entries(error.fields).filter(([key]) => key in fields);
      form.setFields(at.map(([key, message]) => ({ name: key, errors: [message] })));
      if (at.length === 0) setRefused(error.message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      width={560}
      style={{ top: 40 }}
      okText="确认"
      cancelText="取消"
      okButtonProps={{ danger }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={submit}
      onCancel={onClose}
    >
      {note ? <p className="k-dialog-note">{note}</p> : null}
      {refused ? <Alert type="error" showIcon title={refused} className="k-refused" /> : null}
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (
            event.key === 'Enter' &&
            (event.target as HTMLElement).tagName !== 'TEXTAREA' &&
            (event.ctrlKey || keys.length === 1)
          )
            void submit();
        }}
      >
        <Form
          component={false}
          form={form}
          name={name}
          labelCol={{ flex: '104px' }}
          wrapperCol={{ flex: 'auto' }}
          colon={false}
          labelWrap
          initialValues={initial}
        >
          {keys.map((key) => {
            const field = fields[key];
            return field ? (
              <FieldItem key={key} field={field} fieldKey={key} row={row} readOnly={false} disabled={busy} />
            ) : null;
          })}
        </Form>
      </form>
    </Modal>
  );
}
