/**
 * Outcomes nobody has to write: a command that hands its work to a door outside the engine's transaction is run up to that
 * door, which tells what it would do there. Nothing is written.
 */
import type { Fields } from '../../define/field.ts';
import { type AnyPage, createVerb, type Outcome } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import type { Refusal } from '../refusal.ts';
import type { ActionInput, Binding } from './binding.ts';

/** Runs `work` with a context that writes nothing, up to the first thing it asks of the door; that is what is told. */
export type Rehearse = (ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>) => Promise<Outcome | Refusal>;

/** What states an outcome: buttons by their keys, the form as `create`. */
function stating(page: AnyPage): string[] {
  const buttons = [...(page.list?.row ?? []), ...(page.list?.tools ?? [])].flatMap((button) =>
    typeof button !== 'string' && button.outcome ? [button.key] : [],
  );
  return page.form?.outcome ? [...buttons, createVerb] : buttons;
}

function rehearsed(binding: Binding<Fields>, key: string) {
  const { create } = binding;
  return async (ctx: Ctx, input: ActionInput): Promise<Outcome | Refusal> => {
    // Each changes what the next finds: no sum is promised.
    if (input.rows.length > 1)
      return { lines: [['选中', `${input.rows.length} 笔，逐笔办理；不能办理的写明原因，其余照常`]] };
    return ctx.services.rehearse(ctx, (inner) =>
      key === createVerb ? create!(inner, input.values as never) : binding.actions![key]!(inner, input),
    );
  };
}

/** The binding with the outcomes its page states and it does not answer itself. */
export function withRehearsed(page: AnyPage, binding: Binding<Fields>): Binding<Fields> {
  const keys = stating(page).filter(
    (key) =>
      !binding.outcomes?.[key] &&
      binding.outsideTransaction?.includes(key) &&
      (binding.actions?.[key] || key === createVerb),
  );
  if (keys.length === 0) return binding;
  const told = Object.fromEntries(keys.map((key) => [key, rehearsed(binding, key)]));
  return { ...binding, outcomes: { ...binding.outcomes, ...told }, rehearses: keys };
}
