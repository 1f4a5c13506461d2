/**
 * What kind of work a verb of a page is, so that a role can be told in a few words: who looks, who makes, who checks. It
 * follows from the definition; a page says it (`duties`) only where what follows is wrong.
 */
import type { Action, AnyPage } from './page.ts';

export const duties = [
  { value: 'look', label: '查看' },
  { value: 'make', label: '经办' },
  { value: 'check', label: '审核' },
  { value: 'setup', label: '设置' },
  // Given by name only: whole numbers of persons, deadlines passed over, machines struck off.
  { value: 'keep', label: '专管' },
] as const;

export type Duty = (typeof duties)[number]['value'];

const looking = new Set(['query', 'export', 'receipt']);

/** A move that another hand than the maker's makes, or that decides over the document. */
function checks({ move }: Action): boolean {
  const { by, decides } = move?.flow.moves[move.event] ?? {};
  return decides === true || by === 'other';
}

/** The duty that `verb` of the page is, said or by default. */
export function dutyOf(page: AnyPage, verb: string): Duty {
  const said = page.duties?.[verb];
  if (said) return said;
  if (verb === 'reveal') return 'keep';
  if (page.kind === 'settings') return 'setup';
  if (looking.has(verb)) return 'look';
  const buttons = [...(page.list?.row ?? []), ...(page.list?.tools ?? [])];
  const button = buttons.find((one): one is Action => typeof one !== 'string' && one.key === verb);
  return button && checks(button) ? 'check' : 'make';
}

/** Does the verb change anything? Looking at settings is a setup's work and changes nothing either. */
export const writes = (page: AnyPage, verb: string): boolean => verb !== 'query' && dutyOf(page, verb) !== 'look';
