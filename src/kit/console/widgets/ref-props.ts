/** What choosing records of another page is given, in a list as in a tree. */

export interface RefSelectProps {
  id?: string;
  /** Accessible name where no visible label points at `id`. */
  label?: string;
  /** Page path whose `options` verb answers the choices. */
  source: string;
  tree?: boolean;
  multiple?: boolean;
  /** What the choices are narrowed by. */
  within?: Readonly<Record<string, number>> | undefined;
  value: number | readonly number[] | null | undefined;
  onChange: (value: number | number[] | null) => void;
  /** Names known beforehand (from the record), by id. */
  names?: ReadonlyMap<number, string>;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  required?: boolean;
  autoFocus?: boolean;
  defaultOpen?: boolean;
}

/** The chosen ids as a list, whatever shape the value has. */
export function idsOf(value: RefSelectProps['value']): number[] {
  return value === null || value === undefined ? [] : typeof value === 'number' ? [value] : [...value];
}
