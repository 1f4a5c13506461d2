/** The life of an account as buttons of 人员管理: moved, verified, suspended, leaving, closed, opened again. */
import { ref } from '../../../kit/define/field.ts';
import type { Action } from '../../../kit/define/page.ts';
import { personFlow } from './person-states.ts';
import type { userFields } from './user-fields.ts';

type Living = Readonly<Record<string, unknown>>;
export const living = (row: Living) => row.status !== 'CLOSED';
/** Why a button is closed to a person in this state. */
export const inState = (row: Living) => `人员当前为「${personFlow.labelOf(row.status)}」`;

export const moveButton: Action<typeof userFields> = {
  key: 'move',
  label: '调部门',
  batch: true,
  form: {
    departmentId: ref('调入部门', 'department', { required: true }),
  },
  when: living,
  whyNot: inState,
};

export const lifeButtons: readonly Action<typeof userFields>[] = (
  ['verify', 'suspend', 'resume', 'leave', 'close', 'reopen'] as const
).map((event) => personFlow.button(event, { whyNot: inState }));

/** On the page of the unit itself, under the headings that its many buttons have. */
export const leavingButtons: readonly Action<typeof userFields>[] = [
  moveButton,
  ...lifeButtons.map((button) => ({
    ...button,
    group: ['leave', 'close', 'reopen'].includes(button.key) ? '离开' : '档案',
  })),
].map((button) => ({ group: '档案', ...button }));
