/** Handing a batch in by steps: choose → preview, where lines may be left out → check the total → handed in. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { post } from '../http/client.ts';
import { closeTab } from '../nav/tabs-store.ts';
import { useSetDirty, useTab } from '../nav/use-tab.ts';
import { pageKey } from '../screens/query-keys.ts';
import { markFields, useAttempt } from './attempt.ts';
import { BatchFrame, BatchSteps } from './frame.tsx';

const titles = ['选择', '预览', '核对合计', '审核', '执行', '结果'];

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
 * to them. `previewed` answers the lines of a new preview that are chosen at first.
 */
export function useBatchWizard<C extends object, P>(
  path: string,
  previewed: (preview: P, choice: C) => number[],
): BatchWizard<C, P> {
  const client = useQueryClient();
  const { message } = App.useApp();
  const setDirty = useSetDirty();
  const [form] = Form.useForm<C>();
  const [step, setStep] = useState(0);
  const [preview, setPreview] = useState<P>();
  const [chosen, setChosen] = useState<number[]>([]);
  const attempt = useAttempt((refusal) => {
    if (markFields(form, refusal)) setStep(0);
  });
  const look = () =>
    attempt.run(async () => {
      const choice = await form.validateFields();
      const found = await post<P>(path, 'preview', { ...choice });
      setPreview(found);
      setChosen(previewed(found, choice));
      setStep(1);
    });
  const submit: BatchWizard<C, P>['submit'] = ({ bodyOf, said, done }) =>
    void attempt.run(async (requestKey) => {
      const { id } = await post<{ id: number }>(path, 'create', bodyOf(form.getFieldsValue(true) as C), { requestKey });
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
    refused: attempt.refused?.message,
    busy: attempt.busy,
    touched: () => {
      setDirty(true);
      attempt.forget();
    },
    look: () => void look(),
    submit,
  };
}

/** The steps above, the buttons below; `children` are the three screens. */
export function WizardFrame<C, P>(props: {
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
  const { wizard, check, nothing, submit, onSubmit, children } = props;
  const tab = useTab();
  const { step, setStep, refused, busy } = wizard;
  const forth = [
    <Button key="look" type="primary" loading={busy} onClick={wizard.look}>
      预览
    </Button>,
    <Button key="check" type="primary" disabled={nothing !== ''} title={nothing} onClick={() => setStep(2)}>
      {check}
    </Button>,
    <Button key="submit" type="primary" loading={busy} onClick={onSubmit}>
      {submit}
    </Button>,
  ];
  const buttons = (
    <>
      <Button onClick={() => (step === 0 ? void closeTab(tab.id) : setStep(step - 1))}>
        {step === 0 ? '取消' : '上一步'}
      </Button>
      {forth[step]}
    </>
  );
  return (
    <BatchFrame buttons={buttons}>
      <section className="k-card kb-card">
        <BatchSteps titles={titles} current={step} />
      </section>
      {refused ? <Alert type="error" showIcon title={refused} /> : null}
      {children}
    </BatchFrame>
  );
}
