/** What a hand-made `.view.tsx` beside a definition may give: a cell, a slot, a form body, or the whole page. */
import type { ComponentType } from 'react';
import type { AnyPage } from '../define/page.ts';

export interface PageProps {
  /** The place the page is seen from; its calls go to this path. */
  path: string;
  spec: AnyPage;
}

/** What slots beside data receive. */
export interface SlotProps extends PageProps {
  rows?: readonly Record<string, unknown>[];
  search?: Record<string, unknown>;
  values?: Record<string, unknown>;
}

export interface CellProps {
  row: Record<string, unknown> & { id: number };
  value: unknown;
}

export interface DetailProps {
  /** The record as the drawer knows it: the row first, the whole record once it has come. */
  row: Record<string, unknown> & { id: number };
}

export interface FormBodyProps extends PageProps {
  /** Undefined while a new record is written. */
  id?: number;
  values: Record<string, unknown>;
  change(values: Record<string, unknown>): void;
  errors: Record<string, string>;
}

export interface View {
  /** The whole page. */
  page?: ComponentType<PageProps>;
  /** The whole sibling form page. */
  formPage?: ComponentType<PageProps>;
  /** What the sibling form shows of a record that is there, in place of its inputs. */
  record?: ComponentType<PageProps & { id: number }>;
  cells?: Record<string, ComponentType<CellProps>>;
  /** Sections of its own in the detail drawer, between the facts and the history. */
  detail?: ComponentType<DetailProps>;
  slots?: {
    /** Left of the list, to choose what it shows. */
    beside?: ComponentType<SlotProps>;
    aboveFilter?: ComponentType<SlotProps>;
    aboveTable?: ComponentType<SlotProps>;
    belowTable?: ComponentType<SlotProps>;
    toolbar?: ComponentType<SlotProps>;
    formSide?: ComponentType<SlotProps>;
  };
  /** Replaces the inputs of the default form; buttons, guards and submit stay. */
  formBody?: ComponentType<FormBodyProps>;
}

/** Writes a view down; exists for its type. */
export function view(v: View): View {
  return v;
}
