/** The steps of a form: its inputs, the rows its preview answers, the totals; which shows, and what leads on. */
import { useState } from 'react';
import { inputSteps } from '../../../define/form.ts';
import type { AnyPage } from '../../../define/page.ts';
import type { Preview } from '../../../define/preview.ts';
import { post } from '../../http/client.ts';

type Values = Record<string, unknown>;

export type Stage = { kind: 'inputs'; step: number } | { kind: 'rows' } | { kind: 'totals' };

export interface FormSteps {
  /** Undefined: the form is one sheet and saves at once. */
  titles: readonly string[] | undefined;
  stage: Stage;
  /** Index among the titles. */
  current: number;
  /** Does the button hand in now, or lead on? */
  last: boolean;
  preview: Preview | undefined;
  /** Words of the button that leads on. */
  next: string;
  /** One step on, asking the server where that is due; answers the rows of a new preview, problems first. */
  forth(values: Values): Promise<readonly Values[] | undefined>;
  back(): void;
  /** To the inputs that ask for this field, if any do. */
  to(key: string): void;
}

export function useFormSteps(path: string, spec: AnyPage): FormSteps {
  const steps = spec.form?.steps;
  const inputs = inputSteps(spec);
  const rowsStep = steps?.linesStep ?? '预览';
  const [current, setCurrent] = useState(0);
  const [preview, setPreview] = useState<Preview>();
  const stages: Stage[] = inputs.map((_, step) => ({ kind: 'inputs', step }));
  if (steps) stages.push(...(steps.lines ? [{ kind: 'rows' } as const] : []), { kind: 'totals' });
  const stage = stages[current] ?? stages[0] ?? { kind: 'inputs', step: 0 };
  const following = stages[current + 1];
  return {
    titles: steps
      ? [
          ...inputs.map((step) => (inputs.length === 1 && step.title === '填写' ? '选择' : step.title)),
          ...(steps.lines ? [rowsStep] : []),
          '核对合计',
          ...(steps.after ?? []),
        ]
      : undefined,
    stage,
    current,
    last: !steps || stage.kind === 'totals',
    preview,
    next: following?.kind === 'rows' ? rowsStep : following?.kind === 'totals' ? '核对合计' : '下一步',
    forth: async (values) => {
      if (following && following.kind !== 'inputs') {
        const asked = { ...values };
        if (following.kind === 'rows' && steps?.lines) delete asked[steps.lines];
        const found = await post<Preview>(path, 'preview', asked);
        setPreview(found);
        setCurrent(current + 1);
        return following.kind === 'rows'
          ? [...(found.rows ?? [])].sort((a, b) => Number(Boolean(b.problem)) - Number(Boolean(a.problem)))
          : undefined;
      }
      setCurrent(current + 1);
      return undefined;
    },
    back: () => setCurrent(Math.max(0, current - 1)),
    to: (key) => {
      const step = inputs.findIndex((one) => one.sections.some((section) => section.fields.includes(key)));
      if (step >= 0) setCurrent(step);
    },
  };
}
