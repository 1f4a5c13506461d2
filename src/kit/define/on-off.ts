/** 停用 and 启用 as the two buttons of a record that is in use or not. */
import { text } from './field.ts';
import type { Action } from './page.ts';

/** What the buttons ask of a row, NORMAL or DISABLED among what else its state may be: `const` only for its type. */
const switched = { status: text('状态') };

type Switch = Action<typeof switched>;

/** `confirm` is asked before 停用, with what else its dialog asks and tells; `{…}` takes fields of the row. */
export const onOff = (
  confirm: string,
  more: Pick<Switch, 'tone' | 'batch' | 'form' | 'outcome'> = {},
): readonly [Switch, Switch] => {
  const both = more.batch ? { batch: more.batch } : {};
  return [
    { key: 'disable', label: '停用', ...more, confirm, when: (row) => row.status === 'NORMAL' },
    { key: 'enable', label: '启用', ...both, when: (row) => row.status === 'DISABLED' },
  ];
};
