/** The form of one record: sections of inputs or steps, errors, fixed buttons; sends once however often the button is pressed. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { type KeyboardEvent, lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { askedKeys, inputSteps, seenKeys } from '../../../define/form.ts';
import type { AnyPage } from '../../../define/page.ts';
import { fromKey, type PlannedChange } from '../../../define/versions.ts';
import { BatchSteps } from '../../batch/steps.tsx';
import { ApiError } from '../../http/client.ts';
import { useSetDirty, useTabState } from '../../nav/use-tab.ts';
import { can } from '../../session/can.ts';
import { feedback } from '../../shell/feedback.tsx';
import type { View } from '../../view.ts';
import { useNarrow } from '../../widgets/use-narrow.ts';
import { checkInput, wireValues } from '../logic/validate.ts';
import { emptiedBy } from '../logic/within.ts';
import { witnessKey } from './asked-witness.ts';
import { ErrorList, type FormError } from './error-list.tsx';
import { FieldItem } from './field-item.tsx';
import { FormContext } from './form-context.ts';
import { FormSections } from './form-sections.tsx';
import { startValues, submitLabel, tidyLines } from './form-values.ts';
import { Notices, Totals } from './preview-view.tsx';
import { keyAfter, newRequestKey } from './request-key.ts';
import { useFormFocus } from './use-form-focus.ts';
import { useFormOutcome } from './use-form-outcome.tsx';
import { useFormSteps } from './use-form-steps.ts';
import { labelWidth } from './widths.ts';

const restOfRow = { flex: 'auto' };
const SaveDialog = lazy(() => import('./save-dialog.tsx'));

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
  // The same object while it says the same: every input hears of another.
  const labelCol = useMemo(() => ({ flex: `${labelWidth(spec)}px` }), [spec]);
  const client = useQueryClient();
  const narrow = useNarrow();
  const [form] = Form.useForm<Values>();
  const box = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const requestKey = useRef(newRequestKey());
  const setDirty = useSetDirty();
  const start = useMemo(() => startValues(spec, record, props.preset), [spec, record, props.preset]);
  const [draft, setDraft] = useTabState<Values | null>('draft', null);
  const [values, setValues] = useState<Values>(() => ({ ...start, ...draft }));
  const [errors, setErrors] = useState<FormError[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The values as they will be sent, while saving asks from which day they hold or for a second person. */
  const [saving, setSaving] = useState<Values>();
  const asksToSave = spec.versions !== undefined || spec.form?.witness !== undefined;
  const steps = useFormSteps(path, spec);
  const { stage } = steps;
  const focus = useFormFocus(box, name, { ready: !busy, first: !readOnly });
  const linesKey = spec.form?.steps?.lines;

  const asked = (key: string) => {
    const needs = spec.fields[key]?.needs;
    return needs === undefined || (!record && can(path, needs));
  };
  const keys = seenKeys(spec.fields, askedKeys(spec).filter(asked), values);
  const shown = new Set(keys);
  // A structured value has an input only where the page brings its own form body.
  const editable = keys.filter((key) => {
    const field = spec.fields[key];
    return !(record && field?.createOnly) && !field?.readOnly && (view?.formBody || field?.kind !== 'json');
  });
  const label = (key: string) => spec.fields[key]?.label ?? key;
  const told = useFormOutcome(path, spec, editable, record, values);
  const picked = linesKey
    ? ((values[linesKey] ?? []) as Values[]).filter((l) => !l.problem && l.off !== true).length
    : 0;

  const take = (all: Values, changed: readonly string[]) => {
    const emptied = emptiedBy(spec.fields, changed);
    if (Object.keys(emptied).length > 0) form.setFieldsValue(emptied);
    const next = { ...all, ...emptied };
    setValues(next);
    // A password is never kept beyond the input it stands in; rows of a preview are asked again.
    setDraft(
      Object.fromEntries(
        Object.entries(next).filter(([key]) => spec.fields[key]?.kind !== 'password' && key !== linesKey),
      ),
    );
    setDirty(true);
    setRefused(undefined);
    if (Object.keys(faults).length > 0)
      setFaults(Object.fromEntries(Object.entries(faults).filter(([at]) => !changed.includes(at.split('.')[0]!))));
  };
  const change = (part: Values) => {
    form.setFieldsValue(part);
    take({ ...values, ...part }, Object.keys(part));
  };
  const fail = (found: FormError[]) => {
    setErrors(found);
    const first = found[0];
    if (!first) return;
    steps.to(first.key);
    focus.go(first.key);
  };
  const outOfSight = (found: readonly FormError[]) => {
    const frame = box.current?.querySelector('.k-form-scroll')?.getBoundingClientRect();
    return found.filter(({ key }) => {
      const at = document.getElementById(`${name}_${key}`)?.getBoundingClientRect();
      return !at || !frame || at.top < frame.top || at.bottom > frame.bottom;
    });
  };
  /** The values as they travel, with the rows of the preview once they are chosen. */
  const wire = () => {
    const all = form.getFieldsValue(true) as Values;
    return wireValues(
      spec.fields,
      [...editable, ...(linesKey && stage.kind !== 'inputs' ? [linesKey] : [])],
      all,
      record,
    );
  };

  const lead = async () => {
    const rows = await steps.forth(wire());
    if (rows && linesKey) form.setFieldsValue({ [linesKey]: rows });
    if (rows && linesKey) setValues((before) => ({ ...before, [linesKey]: rows }));
    focus.go('');
  };
  const send = async (second: Values = {}) => {
    await props.onSubmit({ ...wire(), ...steps.preview?.agreed, ...second }, requestKey.current);
    requestKey.current = newRequestKey();
    setDirty(false);
    setDraft(null);
    void client.invalidateQueries({ queryKey: ['options', path] });
  };
  const submit = async () => {
    if (sending.current || readOnly || told.asking || (stage.kind === 'rows' && picked === 0)) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    setFaults({});
    try {
      const tidy = tidyLines(spec, editable, form.getFieldsValue(true) as Values);
      if (tidy) change(tidy);
      const found = view?.formBody ? ownErrors() : await inputErrors();
      if (found.length > 0) return fail(found);
      setErrors([]);
      if (steps.last && asksToSave) setSaving({ ...wire(), ...steps.preview?.agreed });
      else await (steps.last ? send() : lead());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusedBy(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  /** With what saving asked: what is wrong with that is said in its dialog, the rest at the form. */
  const sendAsked = async (more: Values) => {
    try {
      await send(more);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).some((key) => key === fromKey || key.startsWith(`${witnessKey}.`))) throw error;
      refusedBy(error);
    }
  };
  const refusedBy = (error: ApiError) => {
    requestKey.current = keyAfter(requestKey.current, error);
    const known = new Set([...keys, linesKey]);
    const at = Object.entries(error.fields).filter(([key]) => known.has(key));
    setFaults(Object.fromEntries(Object.entries(error.fields).filter(([key]) => key.includes('.'))));
    form.setFields(at.map(([key, message]) => ({ name: key, errors: [message] })));
    if (at.length > 0) fail(at.map(([key, message]) => ({ key, label: label(key), message })));
    if (at.length === 0) setRefused(error.message);
    feedback().message.error(error.message);
  };
  const inputErrors = async (): Promise<FormError[]> => {
    const step = stage.kind === 'inputs' && !steps.last ? inputSteps(spec)[stage.step] : undefined;
    const names = step?.sections.flatMap((section) => [...section.fields]);
    try {
      await (names ? form.validateFields(names) : form.validateFields());
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
  const verb = submitLabel(spec, { ...values, ...steps.preview?.agreed }, told.amount);
  const Body = view?.formBody;
  const Side = view?.slots?.formSide;
  const id = typeof record?.id === 'number' ? record.id : undefined;
  const listed = outOfSight(errors);
  const lines = linesKey ? spec.fields[linesKey] : undefined;
  const inputs = Body ? (
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
    inputSteps(spec).map((step, i) => (
      <div key={step.title} hidden={!(stage.kind === 'inputs' && stage.step === i)}>
        <FormSections
          spec={spec}
          sections={step.sections}
          shown={shown}
          row={record}
          readOnly={readOnly}
          disabled={busy}
        />
      </div>
    ))
  );
  return (
    <FormContext value={{ path, values, faults }}>
      <form
        className="k-page k-form"
        ref={box}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
      >
        <div className="k-form-scroll">
          {steps.titles ? (
            <section className="k-card kb-card k-form-steps" aria-label="步骤">
              <BatchSteps titles={steps.titles} current={steps.current} />
            </section>
          ) : null}
          <ErrorList errors={listed.length > 0 || Body ? errors : []} onGo={focus.go} />
          {refused ? <Alert type="error" showIcon title={refused} className="k-refused" /> : null}
          {((record?.plans ?? []) as PlannedChange[]).map(({ from, words }) => (
            <Alert
              key={from}
              type="info"
              showIcon
              className="k-refused"
              title={`已定于 ${from.slice(0, 16).replace('T', ' ')} 起改：${words}`}
            />
          ))}
          <div className={Side ? 'k-form-columns' : ''}>
            <div>
              <Form<Values>
                component={false}
                form={form}
                name={name}
                {...(narrow ? { layout: 'vertical' } : { layout: 'horizontal', labelCol })}
                wrapperCol={restOfRow}
                requiredMark
                colon={false}
                labelWrap
                scrollToFirstError={false}
                initialValues={{ ...start, ...draft }}
                onValuesChange={(part, all) => take({ ...values, ...all }, Object.keys(part))}
                onFieldsChange={(fields) => {
                  const cleared = fields
                    .filter((f) => f.errors?.length === 0)
                    .map((f) => String((f.name as string[])[0]));
                  if (errors.some((e) => cleared.includes(e.key)))
                    setErrors(errors.filter((e) => !cleared.includes(e.key)));
                }}
              >
                {inputs}
                {stage.kind === 'rows' && linesKey && lines ? (
                  <section className="k-card k-form-section" aria-label={spec.form?.steps?.linesStep ?? '预览'}>
                    <Notices notices={steps.preview?.notices} />
                    <FieldItem
                      field={lines}
                      fieldKey={linesKey}
                      row={undefined}
                      readOnly={false}
                      disabled={busy}
                      unlabelled
                    />
                  </section>
                ) : null}
              </Form>
              {told.shown ? (
                <section className="k-card k-form-section k-form-told" aria-label="办理结果">
                  <h2>办理结果</h2>
                  {told.shown}
                </section>
              ) : null}
              {stage.kind === 'totals' && steps.preview ? <Totals preview={steps.preview} /> : null}
            </div>
            {Side ? (
              <aside>
                <Side path={path} spec={spec} values={values} />
              </aside>
            ) : null}
          </div>
        </div>
        <div data-part="form-actions" className="k-form-actions">
          {steps.current > 0 ? (
            <Button onClick={steps.back}>上一步</Button>
          ) : props.onCancel ? (
            <Button onClick={props.onCancel}>{readOnly ? '关闭' : props.cancelLabel}</Button>
          ) : null}
          {readOnly ? null : (
            <Button
              type="primary"
              loading={busy}
              disabled={told.asking || (stage.kind === 'rows' && picked === 0)}
              onClick={submit}
              title={stage.kind === 'rows' && picked === 0 ? '没有选中的行' : 'Ctrl+Enter'}
            >
              {!steps.last
                ? stage.kind === 'rows'
                  ? `核对 ${picked} ${spec.form?.steps?.unit ?? '行'}`
                  : steps.next
                : (steps.preview?.submit ?? verb)}
            </Button>
          )}
        </div>
      </form>
      {saving ? (
        <Suspense fallback={null}>
          <SaveDialog
            path={path}
            spec={spec}
            id={id}
            values={saving}
            verb={verb}
            onSubmit={sendAsked}
            onClose={() => setSaving(undefined)}
          />
        </Suspense>
      ) : null}
    </FormContext>
  );
}
