/** Whether a report's chart is folded away; whoever folds it, or opens it, finds it so on every report. */
import { useState } from 'react';

const foldedKey = 'onecard.chartFolded';
/** CSS pixels of a window in which rows and a chart have no room for one another, and rows that leave the chart its room all the same. */
const lowWindow = 900;
const fewRows = 8;
/** A chart of fewer rows says less than the table below it. */
const leastCharted = 4;

export interface ChartFold {
  folded: boolean;
  toggle: () => void;
}

const chosen = (): boolean | undefined => {
  const kept = localStorage.getItem(foldedKey);
  return kept === null ? undefined : kept === '1';
};

/** Undefined where there is nothing to draw. The rows come first, until somebody has said otherwise. */
export function useChartFold(rows: number, total: number): ChartFold | undefined {
  const [folded, setFolded] = useState(chosen);
  if (rows === 0 || total < leastCharted) return undefined;
  // Decided over the first rows: another search does not move the table.
  if (folded === undefined) setFolded(innerHeight <= lowWindow && rows > fewRows);
  const now = folded === true;
  return {
    folded: now,
    toggle: () => {
      localStorage.setItem(foldedKey, now ? '0' : '1');
      setFolded(!now);
    },
  };
}
