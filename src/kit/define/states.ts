/** Words of values that are one of fixed choices. */
import type { Choice } from './field.ts';

/** Label of a value in a list of choices; a value that is not among them stays as it is, none is ''. */
export const labelIn = (choices: readonly Choice[], value: unknown): string =>
  choices.find((choice) => choice.value === value)?.label ?? String(value ?? '');
