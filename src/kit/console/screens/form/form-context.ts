/** What the inputs of a form know of the form they stand in. */
import { createContext } from 'react';

export interface FormInfo {
  /** Place whose verbs the inputs call. */
  path: string;
  values: Readonly<Record<string, unknown>>;
  /** Refused cells of `lines` fields: `key.row.cell` → message. */
  faults: Readonly<Record<string, string>>;
}

export const FormContext = createContext<FormInfo>({ path: '', values: {}, faults: {} });
