/** The second person a dialog asks for, as its inputs need to know it. */
import { type AnyPage, verbsOf } from '../../../define/page.ts';
import type { Witness } from '../../../define/witness.ts';

/** Under which the second person's inputs travel. */
export const witnessKey = 'witness';

export interface AskedWitness {
  /** The right the second person needs, in words. */
  right: string;
  says?: string | undefined;
  /** Not before the command has asked for one. */
  whenAsked?: true | undefined;
}

export const askedWitness = (spec: AnyPage, witness: Witness | undefined): AskedWitness | undefined =>
  witness && { right: verbsOf(spec)[witness.needs] ?? witness.needs, says: witness.says, whenAsked: witness.whenAsked };
