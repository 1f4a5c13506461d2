/**
 * Content of a heading that stays out of the table's measuring row: that row is hidden from readers but would hold a
 * second copy of every heading, focusable ones included. Widths here are fixed, so nothing needs measuring.
 */
import measure from 'antd/es/table/TableMeasureRowContext.js';
import { type Context, type ReactNode, useContext } from 'react';

// The bundler sees an ES module whose default is the context; the compiler takes the file for CommonJS.
const measuring = measure as unknown as Context<boolean>;

export function HeaderOnly({ children }: { children: ReactNode }) {
  return useContext(measuring) ? null : children;
}
