/** A chart that loads its library once the page around it is at rest, follows its box, and says in words what it draws. */
import { useEffect, useInsertionEffect, useRef, useState } from 'react';
import { useDark } from '../session/looks.ts';
import type { Drawn } from './chart-core.ts';
import type { Drawing } from './drawing.ts';
import './widgets.css';

export interface ChartProps {
  /** Read by screen readers. */
  label: string;
  /** Drawn again when it is another object, or the colours change. */
  drawing: Drawing;
  /** Height in px, or of the box around it. */
  height: number | '100%';
}

const restWaitMs = 1500;

/** Resolves when the browser has nothing to do, at the latest after a moment. */
function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: restWaitMs });
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

export function Chart({ label, drawing, height }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  // The drawing outlives the effects of a tab that is put behind another, so that coming back draws nothing again.
  // Insertion effects end only when the chart itself goes.
  const kept = useRef<Drawn>(undefined);
  const drawn = useRef<{ drawing: Drawing; dark: boolean }>(undefined);
  const dark = useDark();
  useInsertionEffect(() => () => kept.current?.end(), []);
  useEffect(() => {
    const element = box.current;
    if (!element || (drawn.current?.drawing === drawing && drawn.current.dark === dark)) return;
    let gone = false;
    const draw = async () => {
      // The library is the largest file there is: figures, tables and what the user does next go first.
      if (!kept.current) await atRest();
      const { chartIn } = await import('./chart-core.ts');
      if (gone) return;
      drawn.current = { drawing, dark };
      if (kept.current) kept.current.draw(drawing);
      else kept.current = chartIn(element, drawing);
    };
    draw().catch(() => setFailed(true));
    return () => {
      gone = true;
    };
  }, [drawing, dark]);
  if (failed) return <p className="k-help">图表没有加载出来，请刷新页面。</p>;
  return <div ref={box} role="img" aria-label={label} style={{ height }} className="k-chart" />;
}
