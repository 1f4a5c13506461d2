/** States as data: which events there are, in which states each may happen, where it leads, and the words for them. */
import type { Choice } from './field.ts';

/** One event of a state table: the words of its button, the states it may happen in, the state it leads to. */
export interface Transition<S extends string = string> {
  label: string;
  from: readonly S[];
  to: S;
}

type Table<E extends string> = Readonly<Record<E, { readonly from: readonly string[] }>>;

/** Asks a state table: may `event` happen in this state? Pages show buttons from it, commands check it. */
export const mayIn =
  <E extends string>(table: Table<E>) =>
  (event: E, status: unknown): boolean =>
    table[event].from.includes(status as string);

/** Label of a value in a list of choices; a value that is not among them stays as it is, none is ''. */
export const labelIn = (choices: readonly Choice[], value: unknown): string =>
  choices.find((choice) => choice.value === value)?.label ?? String(value ?? '');
