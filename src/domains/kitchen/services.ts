/** What the kitchen asks of domains above it. */

/** Something that has to be put right. */
export interface Finding {
  restaurantId: number;
  /** Of the record that shows it. */
  recordId: number;
  what: string;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Makes an issue of a finding, in the command's transaction; whoever keeps issues fills it in. */
    takeFinding: ((ctx: Ctx, finding: Finding) => Promise<void>) | undefined;
  }
}
