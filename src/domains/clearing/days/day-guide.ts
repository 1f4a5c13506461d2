/** What 消费核对 shows above its rows; server and console share it. */

export interface DayGuide {
  day: string;
  /** It has ended: it may be signed. */
  over: boolean;
  steps: { title: string; ok: boolean; figure: string; path: string | null; query: Record<string, string> }[];
  signed: { name: string; witness: string; at: string; note: string } | null;
}

export interface GapMap {
  days: string[];
  units: {
    id: number;
    name: string;
    cells: Record<string, { tone: 'GREEN' | 'AMBER' | 'RED'; said: string; missing: number; differ: number }>;
  }[];
}
