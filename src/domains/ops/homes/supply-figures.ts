/** What the home of a caterer's buyers, storekeepers and cooks is made of; server and console share it. */
import type { WorkItem } from '../../../kit/define/blocks.ts';

/** The first of them, and whether there are more. */
interface Some<T> {
  rows: readonly T[];
  more: boolean;
}

export interface SupplyHome {
  date: string;
  /** The last day that is shown: tomorrow. */
  until: string;
  work: readonly WorkItem[];
  /** Orders that are to come today and tomorrow. */
  deliveries: Some<{
    id: number;
    orderNo: string;
    day: string;
    supplier: string;
    house: string;
    lineCount: number;
    status: string;
  }>;
  /** Who looks takes them in. */
  accepts: boolean;
  /** Sheets of the kitchens for today and tomorrow. */
  sheets: Some<{
    id: number;
    sheetNo: string;
    day: string;
    site: string;
    meal: string;
    lineCount: number;
    status: string;
  }>;
  /** Of lists that who looks may open. */
  counts: readonly { title: string; n: number; unit: string; path: string; query: Readonly<Record<string, string>> }[];
}
