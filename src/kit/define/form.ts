/** What a form asks, in its order; shared by both sides, so that neither asks for what the other does not see. */
import type { Field, Fields, LinesSpec } from './field.ts';
import type { AnyPage, FormSection } from './page.ts';

type Values = Readonly<Record<string, unknown>>;

/** Keys that the page's form asks, in its order; none without a form. */
export const askedKeys = (spec: AnyPage): string[] => spec.form?.sections.flatMap((s) => [...s.fields]) ?? [];

/** Keys that the form sends: those it asks, then what its preview brings along. */
export function formKeys(spec: AnyPage): string[] {
  const { lines, agreed = [] } = spec.form?.steps ?? {};
  return [...askedKeys(spec), ...(lines ? [lines] : []), ...agreed];
}

export interface InputStep {
  title: string;
  sections: readonly FormSection[];
}

/** The steps in which the form asks its inputs: one without `step` titles. */
export function inputSteps(spec: AnyPage): InputStep[] {
  const steps: { title: string; sections: FormSection[] }[] = [];
  for (const section of spec.form?.sections ?? []) {
    if (section.step !== undefined || steps.length === 0) steps.push({ title: section.step ?? '填写', sections: [] });
    steps.at(-1)!.sections.push(section);
  }
  return steps;
}

/** Those of `keys` that `values` let be seen. A field that is not seen reads null for the conditions after it. */
export function seenKeys(fields: Fields, keys: readonly string[], values: Values): string[] {
  const read: Record<string, unknown> = { ...values };
  return keys.filter((key) => {
    const seen = fields[key]?.when?.(read) ?? true;
    if (!seen) read[key] = null;
    return seen;
  });
}

/** Cells of a row that travel: those asked, those that name it, those it carries along. */
export const wireCells = ({ fields, unique, carry }: LinesSpec): string[] =>
  Object.keys(fields).filter((key) => !fields[key]!.readOnly || unique?.includes(key) || carry?.includes(key));

/** Cells of a row that show, in their order. */
export const shownCells = ({ fields, carry }: LinesSpec): [string, Field][] =>
  Object.entries(fields).filter(([key]) => !carry?.includes(key));
