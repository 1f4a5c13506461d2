/** A chart that loads its library once the page around it is at rest, follows its box, and says in words what it draws. */
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useInsertionEffect, useRef, useState } from 'react';
import './widgets.css';

export interface ChartProps {
  /** Read by screen readers. */
  label: string;
  /** Drawn again when it is another object. */
  option: EChartsCoreOption;
  /** Height in px, or of the box around it. */
  height?: number | '100%';
  onClick?: (dataIndex: number, seriesName: string) => void;
}

/** Colours of series, in order; first is the product's green. */
export const chartColors = ['#0a8250', '#2563eb', '#b45309', '#7c3aed', '#0891b2', '#c0392b'];

const restWaitMs = 1500;

/** Resolves when the browser has nothing to do, at the latest after a moment. */
function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: restWaitMs });
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Fits the drawing to its box; one that is hidden or already fits is left as it is. */
function fitToBox(chart: EChartsType, { clientWidth, clientHeight }: HTMLElement): void {
  if (clientWidth > 0 && (chart.getWidth() !== clientWidth || chart.getHeight() !== clientHeight)) chart.resize();
}

export function Chart({ label, option, height = 220, onClick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const [failed, setFailed] = useState(false);
  const kept = useRef<EChartsType>(undefined);
  const drawn = useRef<EChartsCoreOption>(undefined);
  // The drawing outlives the effects of a tab that is put behind another, so that coming back draws nothing again.
  // Insertion effects end only when the chart itself goes.
  useInsertionEffect(() => () => kept.current?.dispose(), []);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let gone = false;
    const observer = new ResizeObserver(() => kept.current && fitToBox(kept.current, element));
    const start = async () => {
      if (!kept.current) {
        // The library is the largest file there is: figures, tables and what the user does next go first.
        await atRest();
        const { init } = await import('./chart-core.ts');
        if (gone) return;
        kept.current = init(element, null, { renderer: 'canvas' });
        setChart(kept.current);
      }
      observer.observe(element);
    };
    start().catch(() => setFailed(true));
    return () => {
      gone = true;
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    if (!chart || drawn.current === option) return;
    drawn.current = option;
    chart.setOption(
      { animation: false, color: chartColors, textStyle: { fontFamily: 'inherit' }, ...option },
      { notMerge: true },
    );
  }, [chart, option]);
  useEffect(() => {
    if (!chart || !onClick) return;
    const listener = (event: { dataIndex?: number; seriesName?: string }) =>
      onClick(event.dataIndex ?? 0, event.seriesName ?? '');
    chart.on('click', listener as never);
    return () => {
      chart.off('click', listener as never);
    };
  }, [chart, onClick]);
  if (failed) return <p className="k-help">图表没有加载出来，请刷新页面。</p>;
  return <div ref={box} role="img" aria-label={label} style={{ height }} className="k-chart" />;
}
