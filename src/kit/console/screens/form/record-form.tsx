/** The form of one record: sections of inputs, errors, fixed buttons; sends once however often the button is pressed. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { ApiError } from '../../http/client.ts';
import { useSetDirty, useTabState } from '../../nav/use-tab.ts';
import { can } from '../../session/can.ts';
import { feedback } from '../../shell/feedback.tsx';
import type { View } from '../../view.ts';
import { checkInput, wireValues } from '../logic/validate.ts';
import { ErrorList, type FormError } from './error-list.tsx';
import { FieldItem } from './field-item.tsx';
import { startValues, submitLabel } from './form-values.ts';
import { keyAfter, newRequestKey } from './request-key.ts';
import { labelWidth } from './widths.ts';

type Values = Record<string, unknown>;

export interface RecordFormProps {
  path: string;
  spec: AnyPage;
  view: View | undefined;
  /** The stored record; undefined for a new one. */
  record: Values | undefined;
  /** First values of a new record, from the link that opened it. */
  preset: Readonly<Record<string, string>>;
  readOnly: boolean;
  cancelLabel: string;
  onCancel: (() => void) | undefined;
  /** Sends the values; throws `ApiError` when they are refused. */
  onSubmit: (values: Values, requestKey: string) => Promise<void>;
}

export function RecordForm(props: RecordFormProps) {
  const { path, spec, view, record, readOnly } = props;
  const name = useId();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const box = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const requestKey = useRef(newRequestKey());
  const setDirty = useSetDirty();
  const start = useMemo(() => startValues(spec, record, props.preset), [spec, record, props.preset]);
  const [draft, setDraft] = useTabState<Values | null>('draft', null);
  const [values, setValues] = useState<Values>(() => ({ ...start, ...draft }));
  const [errors, setErrors] = useState<FormError[]>([]);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);

  const asked = (key: string) => {
    const needs = spec.fields[key]?.needs;
    return needs === undefined || (!record && can(path, needs));
  };
  const keys = (spec.form?.sections.flatMap((s) => [...s.fields]) ?? []).filter(asked);
  // A structured value has an input only where the page brings its own form body.
  const editable = keys.filter(
    (key) =>
      !(record && spec.fields[key]?.createOnly) && (view?.formBody !== undefined || spec.fields[key]?.kind !== 'json'),
  );
  const label = (key: string) => spec.fields[key]?.label ?? key;

  const take = (all: Values) => {
    setValues(all);
    // A password is never kept beyond the input it stands in.
    setDraft(Object.fromEntries(Object.entries(all).filter(([key]) => spec.fields[key]?.kind !== 'password')));
    setDirty(true);
    setRefused(undefined);
  };
  const change = (part: Values) => {
    form.setFieldsValue(part);
    take({ ...values, ...part });
  };
  const go = (key: string) => {
    const element = document.getElementById(`${name}_${key}`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus();
  };
  const fail = (found: FormError[]) => {
    setErrors(found);
    const first = found[0];
    if (first) go(first.key);
  };
  const outOfSight = (found: readonly FormError[]) => {
    const frame = box.current?.querySelector('.k-form-scroll')?.getBoundingClientRect();
    return found.filter(({ key }) => {
      const at = document.getElementById(`${name}_${key}`)?.getBoundingClientRect();
      return !at || !frame || at.top < frame.top || at.bottom > frame.bottom;
    });
  };

  const submit = async () => {
    if (sending.current || readOnly) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      const found = view?.formBody ? ownErrors() : await inputErrors();
      if (found.length > 0) return fail(found);
      setErrors([]);
      await props.onSubmit(
        wireValues(spec.fields, editable, form.getFieldsValue(true) as Values, record),
        requestKey.current,
      );
      requestKey.current = newRequestKey();
      setDirty(false);
      setDraft(null);
      void client.invalidateQueries({ queryKey: ['options', path] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      requestKey.current = keyAfter(requestKey.current, error);
      const at = Object.entries(error.fields).filter(([key]) => keys.includes(key));
      form.setFields(at.map(([key, message]) => ({ name: key, errors: [message] })));
      if (at.length > 0) fail(at.map(([key, message]) => ({ key, label: label(key), message })));
      if (at.length === 0) setRefused(error.message);
      feedback().message.error(error.message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const inputErrors = async (): Promise<FormError[]> => {
    try {
      await form.validateFields();
      return [];
    } catch (failure) {
      const fields = (failure as { errorFields?: { name: (string | number)[]; errors: string[] }[] }).errorFields ?? [];
      return fields.map((f) => ({
        key: String(f.name[0]),
        label: label(String(f.name[0])),
        message: f.errors[0] ?? '',
      }));
    }
  };
  const ownErrors = (): FormError[] =>
    editable.flatMap((key) => {
      const field = spec.fields[key];
      const message = field ? checkInput(field, values[key], record?.[key]) : undefined;
      return message ? [{ key, label: label(key), message }] : [];
    });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  };
  const Body = view?.formBody;
  const Side = view?.slots?.formSide;
  const id = typeof record?.id === 'number' ? record.id : undefined;
  const listed = outOfSight(errors);
  return (
    <form
      className="k-page k-form"
      ref={box}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <div className="k-form-scroll">
        <ErrorList errors={listed.length > 0 || Body ? errors : []} onGo={go} />
        {refused ? <Alert type="error" showIcon title={refused} className="k-refused" /> : null}
        <div className={Side ? 'k-form-columns' : ''}>
          <div>
            <Form<Values>
              component={false}
              form={form}
              name={name}
              layout="horizontal"
              labelCol={{ flex: `${labelWidth(spec)}px` }}
              wrapperCol={{ flex: 'auto' }}
              requiredMark
              colon={false}
              labelWrap
              scrollToFirstError={false}
              initialValues={{ ...start, ...draft }}
              onValuesChange={(_, all) => take({ ...values, ...all })}
              onFieldsChange={(fields) => {
                const cleared = fields
                  .filter((f) => f.errors?.length === 0)
                  .map((f) => String((f.name as string[])[0]));
                if (errors.some((e) => cleared.includes(e.key)))
                  setErrors(errors.filter((e) => !cleared.includes(e.key)));
              }}
            >
              {Body ? (
                <section className="k-card k-form-section">
                  <Body
                    path={path}
                    spec={spec}
                    {...(id === undefined ? {} : { id })}
                    values={values}
                    change={change}
                    errors={Object.fromEntries(errors.map((e) => [e.key, e.message]))}
                  />
                </section>
              ) : (
                spec.form?.sections.map((section, i) => (
                  <section key={section.title ?? i} className="k-card k-form-section">
                    {section.title ? <h2>{section.title}</h2> : null}
                    {section.fields.filter(asked).map((key) => {
                      const field = spec.fields[key];
                      return field ? (
                        <FieldItem
                          key={key}
                          field={field}
                          fieldKey={key}
                          row={record}
                          readOnly={readOnly || Boolean(record && field.createOnly)}
                          disabled={busy}
                        />
                      ) : null;
                    })}
                  </section>
                ))
              )}
            </Form>
          </div>
          {Side ? (
            <aside>
              <Side path={path} spec={spec} values={values} />
            </aside>
          ) : null}
        </div>
      </div>
      <div data-part="form-actions" className="k-form-actions">
        {props.onCancel ? <Button onClick={props.onCancel}>{readOnly ? '关闭' : props.cancelLabel}</Button> : null}
        {readOnly ? null : (
          <Button type="primary" loading={busy} onClick={submit} title="Ctrl+Enter">
            {submitLabel(spec, values)}
          </Button>
        )}
      </div>
    </form>
  );
}
