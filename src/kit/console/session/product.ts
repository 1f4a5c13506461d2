/** What the kit's shell must be told about the product it carries. */
import type { TaskCounts } from './reminders.ts';

export interface Product {
  title: string;
  /** Beside the logo. */
  shortTitle: string;
  /** The reminder counts of organization accounts: their words and the pages they lead to. */
  tasks: readonly { key: keyof TaskCounts; label: string; path: string }[];
  /** Where the subscription notice leads. */
  settlementPath: string;
}
