/** What the control domain puts into the services: whoever counts something for the sheets adds it here. */
import type { Ctx } from '../../kit/server/context.ts';
import type { SheetItem } from './sheets/sheet-words.ts';

/** Counts items of a sheet's period, both days included, `YYYY-MM-DD`; none where there is nothing to count. */
export type AutoItems = (ctx: Ctx, from: string, to: string) => Promise<SheetItem[]>;

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Domains above add theirs when they are built. */
    sheetItems: AutoItems[];
  }
}
