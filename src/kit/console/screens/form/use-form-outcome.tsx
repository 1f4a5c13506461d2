/** What handing in a form would do, stated under its inputs as soon as they are filled in. */
import type { ReactNode } from 'react';
import { type AnyPage, createVerb } from '../../../define/page.ts';
import { checkInput, wireValues } from '../logic/validate.ts';
import { useOutcome } from './use-outcome.tsx';

type Values = Readonly<Record<string, unknown>>;

export interface FormTold {
  /** The answer to the values as they stand is under way: it is not handed in before it is seen. */
  asking: boolean;
  /** What it comes to, for the button. */
  amount: string | undefined;
  shown: ReactNode;
}

const form = { key: createVerb, label: '' };

/** Only for a new record of a form with `outcome`. What the server refuses is shown; the form itself is refused when it is sent. */
export function useFormOutcome(
  path: string,
  { form: spec, fields }: AnyPage,
  keys: readonly string[],
  record: Values | undefined,
  values: Values,
): FormTold {
  const filled = keys.every((key) => !checkInput(fields[key]!, values[key]));
  const states = spec?.outcome === true && record === undefined && filled;
  const told = useOutcome(
    path,
    states ? { action: form, target: {} } : undefined,
    states ? wireValues(fields, keys, values) : {},
  );
  return { asking: told.asking, amount: told.amount, shown: told.shown };
}
