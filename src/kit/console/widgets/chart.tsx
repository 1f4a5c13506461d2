/** A chart that loads its library once the page around it is at rest, follows its box, and says in words what it draws. */
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import './widgets.css';

export interface ChartProps {
  /** Read by screen readers. */
  label: string;
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

export function Chart({ label, option, height = 220, onClick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let live: EChartsType | undefined;
    let gone = false;
    const observer = new ResizeObserver(() => element.clientWidth > 0 && live?.resize());
    // The library is the largest file there is: figures, tables and what the user does next go first.
    atRest()
      .then(() => import('./chart-core.ts'))
      .then(({ init }) => {
        if (gone) return;
        live = init(element, null, { renderer: 'canvas' });
        observer.observe(element);
        setChart(live);
      })
      .catch(() => setFailed(true));
    return () => {
      gone = true;
      observer.disconnect();
      live?.dispose();
      setChart(undefined);
    };
  }, []);
  useEffect(() => {
    chart?.setOption(
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
