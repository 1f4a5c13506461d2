/** A second person vouches for what the first one does: signs in the same dialog, with account and password. */
import type { AnyPage } from './page.ts';

/** Asked by an action, a form, or a verb that a view calls. Both names stand in the log; documents find theirs in `ctx.witness`. */
export interface Witness {
  /** Verb of the page (its `verbs`) that the second person needs. */
  needs: string;
  /** What the second person vouches for, said over the inputs. */
  says?: string;
  /** Only where the command finds that one is not enough: it refuses at `witness.account`, and the dialog then asks. */
  whenAsked?: true;
}

/** What a second person types; it travels as `witness` beside the values and is kept nowhere. */
export interface WitnessInput {
  account: string;
  password: string;
  /** The one-time code, asked of those who use one. */
  code?: string | null;
}

/** The second person that a verb of the page asks for; undefined where one is enough. */
export function witnessOf(page: AnyPage, verb: string): Witness | undefined {
  const buttons = [...(page.list?.row ?? []), ...(page.list?.tools ?? [])];
  const action = buttons.find((one) => typeof one !== 'string' && one.key === verb);
  if (action && typeof action !== 'string') return action.witness;
  if (verb === 'create' || verb === 'update') return page.form?.witness;
  return page.witness?.[verb];
}
