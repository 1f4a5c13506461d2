/** The small dialog of an action that asks for values before it runs. */
import { Alert, Form, Modal } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { formatFenGrouped } from '../../../define/fen.ts';
import type { Fields } from '../../../define/field.ts';
import { seenKeys } from '../../../define/form.ts';
import type { Action } from '../../../define/page.ts';
import { startDay } from '../../clock.ts';
import { ApiError } from '../../http/client.ts';
import { can } from '../../session/can.ts';
import { useNarrow } from '../../widgets/use-narrow.ts';
import { withAmount } from '../logic/template.ts';
import { wireValues } from '../logic/validate.ts';
import { emptiedBy } from '../logic/within.ts';
import { type AskedWitness, witnessKey } from './asked-witness.ts';
import { FieldItem } from './field-item.tsx';
import { focusWithin, useFocusBack } from './focus.ts';
import { FormContext } from './form-context.ts';
import { keyAfter, newRequestKey } from './request-key.ts';
import { useOutcome } from './use-outcome.tsx';
import { WitnessFields } from './witness-fields.tsx';

interface Props {
  /** Of the page whose action it is. */
  path: string;
  title: string;
  fields: Fields;
  /** Said before the inputs. */
  note: ReactNode;
  /** The row it runs on, when there is exactly one; its values of the same name are proposed. */
  row: Readonly<Record<string, unknown>> | undefined;
  /** What the inputs start with instead of their own initial values. */
  start: Readonly<Record<string, unknown>> | undefined;
  danger: boolean;
  /** The action states what it will do, for these rows, before it does it. */
  outcome?: { action: Action; target: Readonly<Record<string, unknown>> };
  /** A second person signs here; what is typed comes with the values under `witness`. */
  witness?: AskedWitness | undefined;
  /** The button; 确定 by default. */
  okText?: string | undefined;
  /** What the button does: where one amount is typed it says that and the amount. */
  label?: string;
  onSubmit: (values: Record<string, unknown>, requestKey: string) => Promise<void>;
  onClose: () => void;
}

/** 确认 1,200.00 元: of a dialog in which one amount is typed. */
function typedText(
  label: string | undefined,
  fields: Fields,
  keys: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const amounts = keys.filter((key) => fields[key]?.kind === 'money');
  const fen = amounts.length === 1 ? values[amounts[0]!] : undefined;
  return label !== undefined && typeof fen === 'number' ? withAmount(label, `${formatFenGrouped(fen)} 元`) : undefined;
}

export default function ActionDialog(props: Props) {
  const { path, title, fields, note, row, start, danger, onSubmit, onClose } = props;
  const name = useId();
  const narrow = useNarrow();
  const [form] = Form.useForm<Record<string, unknown>>();
  const box = useRef<HTMLFormElement>(null);
  const requestKey = useRef(newRequestKey());
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [values, setValues] = useState<Record<string, unknown>>();
  const [coded, setCoded] = useState(false);
  const [signs, setSigns] = useState(!props.witness?.whenAsked);
  const witness = signs ? props.witness : undefined;
  const asked = Object.keys(fields).filter((key) => {
    const needs = fields[key]?.needs;
    return needs === undefined || can(path, needs);
  });
  const unsaid = (key: string) => startDay(fields[key]?.starts) ?? (fields[key]?.kind === 'bool' ? false : null);
  // A table of lines needs its columns in view.
  const wide = asked.some((key) => fields[key]?.kind === 'lines');
  const initial = Object.fromEntries(
    asked.map((key) => [key, start?.[key] ?? fields[key]?.initial ?? row?.[key] ?? unsaid(key)]),
  );
  const seen = seenKeys(fields, asked, values ?? initial);
  const told = useOutcome(path, props.outcome, wireValues(fields, seen, values ?? initial, row));
  const keys = seen.filter((key) => !fields[key]?.whenTold || told.asks.includes(key));
  const inputs = (under: boolean) =>
    keys.map((key) => {
      const field = fields[key];
      return field && Boolean(field.whenTold) === under ? (
        <FieldItem key={key} field={field} fieldKey={key} row={row} readOnly={false} disabled={busy} />
      ) : null;
    });
  useFocusBack();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const focus = () => {
    const item = box.current?.querySelector('.ant-form-item-has-error') ?? box.current;
    if (item) focusWithin(item);
  };
  const submit = async () => {
    if (sending.current || told.blocked) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    setFaults({});
    try {
      await form.validateFields();
      const all = form.getFieldsValue(true);
      const second = witness ? { [witnessKey]: all[witnessKey] } : {};
      await onSubmit({ ...wireValues(fields, keys, all, row), ...second }, requestKey.current);
      onClose();
    } catch (error) {
      requestKey.current = keyAfter(requestKey.current, error);
      if (!(error instanceof ApiError)) {
        if (error instanceof Error) throw error;
        // What antd says of its inputs.
        setTimeout(focus);
        return;
      }
      const ours = ([key]: [string, string]) => props.witness !== undefined && key.startsWith(`${witnessKey}.`);
      if (Object.entries(error.fields).some(ours)) setSigns(true);
      const at = Object.entries(error.fields).filter((one) => one[0] in fields || ours(one));
      if (`${witnessKey}.code` in error.fields) setCoded(true);
      setFaults(Object.fromEntries(Object.entries(error.fields).filter(([key]) => key.includes('.'))));
      // The input of the code comes with the answer that asks for it.
      setTimeout(() => {
        form.setFields(at.map((one) => ({ name: ours(one) ? one[0].split('.') : one[0], errors: [one[1]] })));
        if (at.length > 0) setTimeout(focus);
      });
      // Why a second person is asked for after all stands over the inputs.
      if (at.length === 0 || (witness === undefined && at.some(ours))) setRefused(error.message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const verb = told.verb ?? typedText(props.label, fields, keys, values ?? initial) ?? props.okText ?? '确定';
  return (
    <Modal
      open
      title={title}
      width={wide ? 780 : 560}
      style={{ top: 40 }}
      okText={verb}
      // Two buttons of one name would not say which of them leaves everything as it is.
      cancelText={verb.startsWith('取消') ? '返回' : '取消'}
      okButtonProps={{ danger, disabled: told.blocked }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={submit}
      onCancel={onClose}
      // Who is quicker than the opening already types in an input of the own choosing.
      afterOpenChange={(opened) => opened && !box.current?.contains(document.activeElement) && focus()}
    >
      {note ? <div className="k-dialog-note">{note}</div> : null}
      {refused ? <Alert type="error" showIcon title={refused} className="k-refused" /> : null}
      <FormContext value={{ path, values: values ?? initial, faults }}>
        <form
          ref={box}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (
              event.key === 'Enter' &&
              (event.target as HTMLElement).tagName !== 'TEXTAREA' &&
              // There it takes the day that was typed.
              !(event.target as HTMLElement).closest('.ant-picker') &&
              (event.ctrlKey ||
                (keys.length === 1 && !witness) ||
                (event.target as HTMLInputElement).type === 'password')
            )
              void submit();
          }}
        >
          <Form
            component={false}
            form={form}
            name={name}
            {...(narrow ? { layout: 'vertical' } : { labelCol: { flex: '104px' } })}
            wrapperCol={{ flex: 'auto' }}
            colon={false}
            labelWrap
            initialValues={initial}
            onValuesChange={(part, all) => {
              const emptied = emptiedBy(fields, Object.keys(part));
              form.setFieldsValue(emptied);
              setValues({ ...initial, ...all, ...emptied });
            }}
          >
            {inputs(false)}
            {told.shown}
            {inputs(true)}
            {witness ? <WitnessFields witness={witness} coded={coded} disabled={busy} /> : null}
          </Form>
        </form>
      </FormContext>
    </Modal>
  );
}
