/** What the batch wizards of this domain share: choose → preview → check the total → handed in. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, DatePicker, Form, type FormInstance, Steps } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, post } from '../../../kit/console/http/client.ts';
import { closeTab } from '../../../kit/console/nav/tabs-store.ts';
import { useSetDirty, useTab } from '../../../kit/console/nav/use-tab.ts';
import { keyAfter, newRequestKey } from '../../../kit/console/screens/form/request-key.ts';
import { pageKey } from '../../../kit/console/screens/query-keys.ts';
import dayjs from '../../../kit/console/widgets/dayjs-zh.ts';
import { RefSelect } from '../../../kit/console/widgets/ref-select.tsx';
import { formatFenGrouped } from '../../../kit/define/fen.ts';

interface ChooseProps {
  id?: string;
  source: string;
  label: string;
  multiple?: boolean;
  tree?: boolean;
  required?: boolean;
  width?: number;
  value?: number | number[];
  onChange?: (value: number | number[] | null) => void;
}

/** Records of another page, inside a Form.Item (antd's Form hands in `id`, `value`, `onChange`). */
export function Choose({ id, source, label, multiple, tree, required, width = 300, value, onChange }: ChooseProps) {
  return (
    <div style={{ width }}>
      <RefSelect
        {...(id ? { id } : {})}
        {...(required ? { required } : {})}
        label={label}
        source={source}
        multiple={multiple ?? false}
        tree={tree ?? false}
        value={value}
        onChange={(next) => onChange?.(next)}
      />
    </div>
  );
}

/** A field that must be filled in. */
export const required = (message: string) => [{ required: true, message }];

/** A date of a form, `YYYY-MM-DD`. */
export function DateItem({ name, label }: { name: string; label: string }) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={required(`请选择${label}`)}
      getValueProps={(value?: string) => ({ value: value ? dayjs(value) : null })}
      normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? null}
    >
      <DatePicker style={{ width: 200 }} />
    </Form.Item>
  );
}

export interface BatchWizard<C, P> {
  form: FormInstance<C>;
  step: number;
  setStep(step: number): void;
  preview: P | undefined;
  /** Keys of the lines that are to be part of the batch. */
  chosen: number[];
  setChosen(keys: number[]): void;
  refused: string | undefined;
  busy: boolean;
  /** Something was typed: the tab asks before it closes, an old refusal is forgotten. */
  touched(): void;
  look(): void;
  /** Hands the batch in; `bodyOf` makes the body from the form's values, `said` is told the clerk. */
  submit(batch: { bodyOf: (choice: C) => object; said: string; done: (id: number) => void }): void;
}

/**
 * State and calls of a wizard: `preview` with the form's values, then `create`. A refusal that names fields leads back
 * to them; handing in twice makes one batch. `previewed` answers the lines of a new preview that are chosen at first.
 */
export function useBatchWizard<C extends object, P>(
  path: string,
  previewed: (preview: P) => number[],
): BatchWizard<C, P> {
  const client = useQueryClient();
  const { message } = App.useApp();
  const setDirty = useSetDirty();
  const [form] = Form.useForm<C>();
  const [step, setStep] = useState(0);
  const [preview, setPreview] = useState<P>();
  const [chosen, setChosen] = useState<number[]>([]);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const requestKey = useRef(newRequestKey());

  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefused(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        if (error instanceof Error) throw error;
        return;
      }
      requestKey.current = keyAfter(requestKey.current, error);
      setRefused(error.message);
      const at = Object.entries(error.fields).map(([name, text]) => ({ name, errors: [text] }));
      form.setFields(at as unknown as Parameters<typeof form.setFields>[0]);
      if (at.length > 0) setStep(0);
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    guarded(async () => {
      const found = await post<P>(path, 'preview', { ...(await form.validateFields()) });
      setPreview(found);
      setChosen(previewed(found));
      setStep(1);
    });
  const submit: BatchWizard<C, P>['submit'] = ({ bodyOf, said, done }) =>
    void guarded(async () => {
      const body = bodyOf(form.getFieldsValue(true) as C);
      const { id } = await post<{ id: number }>(path, 'create', body, { requestKey: requestKey.current });
      setDirty(false);
      message.success(said);
      await client.invalidateQueries({ queryKey: pageKey(path) });
      done(id);
    });
  return {
    form,
    step,
    setStep,
    preview,
    chosen,
    setChosen,
    refused,
    busy,
    touched: () => {
      setDirty(true);
      setRefused(undefined);
    },
    look: () => void look(),
    submit,
  };
}

/** The steps above, the buttons below; `children` are the three screens. */
export function WizardFrame<C, P>({
  wizard,
  check,
  nothing,
  submit,
  onSubmit,
  children,
}: {
  wizard: BatchWizard<C, P>;
  /** Words of the button to the totals. */
  check: string;
  /** Why there is nothing to go on with; '' when there is. */
  nothing: string;
  /** Words of the last button. */
  submit: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const tab = useTab();
  const { step, setStep, refused, busy } = wizard;
  return (
    <div className="k-page k-form">
      <div className="k-form-scroll">
        <section className="k-card cn-card">
          <Steps
            size="small"
            current={step}
            items={['选择', '预览', '核对合计', '审核', '执行', '结果'].map((title) => ({ title }))}
          />
        </section>
        {refused ? <Alert type="error" showIcon title={refused} className="k-refused" /> : null}
        {children}
      </div>
      <div data-part="form-actions" className="k-form-actions">
        <Button onClick={() => (step === 0 ? void closeTab(tab.id) : setStep(step - 1))}>
          {step === 0 ? '取消' : '上一步'}
        </Button>
        {step === 0 ? (
          <Button type="primary" loading={busy} onClick={wizard.look}>
            预览
          </Button>
        ) : step === 1 ? (
          <Button type="primary" disabled={nothing !== ''} title={nothing} onClick={() => setStep(2)}>
            {check}
          </Button>
        ) : (
          <Button type="primary" loading={busy} onClick={onSubmit}>
            {submit}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The totals with what follows from them: below the limit at once, above it after somebody else's approval. */
export function TotalsCheck({
  alone,
  below,
  above,
  limitFen,
  after,
  children,
}: {
  alone: boolean;
  below: (limit: string) => string;
  above: (limit: string) => string;
  limitFen: number;
  /** What can be done about it later. */
  after: string;
  children: ReactNode;
}) {
  const limit = formatFenGrouped(limitFen);
  return (
    <section className="k-card k-form-section" aria-label="核对合计">
      <h2>核对合计</h2>
      <div className="cn-figures">{children}</div>
      <Alert
        className="cn-note"
        type={alone ? 'warning' : 'info'}
        showIcon
        title={alone ? below(limit) : above(limit)}
        description={after}
      />
    </section>
  );
}
