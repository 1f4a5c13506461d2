/** The chart of a report over all rows of the filter, however few the page shows. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bookDay } from '../../clock.ts';
import { Chart } from '../../widgets/chart.tsx';
import { readAllRows } from '../list/all-rows.ts';
import type { List } from '../list/use-list.ts';
import { chartRowsKey } from '../query-keys.ts';
import { type ChartSpec, chartDrawing } from './chart-drawing.ts';

/** All rows of the list's filter: those shown where they are all, else read for the chart; undefined on the way, null for too many. */
function useWholeFilter(list: List) {
  const { path, spec, state, wire, rows, answer } = list;
  const total = answer.data?.total ?? 0;
  const shown = total <= rows.length && !answer.data?.totalCapped;
  const { data } = useQuery({
    queryKey: chartRowsKey(path, [wire, state.sort]),
    queryFn: ({ signal }) => readAllRows(path, spec, state, signal),
    enabled: !shown && !answer.isPlaceholderData,
  });
  if (shown) return rows;
  return data && ('rows' in data ? data.rows : null);
}

function Drawn({ list, chart }: { list: List; chart: ChartSpec }) {
  const { spec } = list;
  const rows = useWholeFilter(list);
  const { search } = list.state;
  const drawing = useMemo(
    () => rows && chartDrawing(spec, chart, rows, search, bookDay()),
    [spec, chart, rows, search],
  );
  if (rows === null) return <p className="k-help">行数太多，画不成图：请缩小查询范围。</p>;
  if (!drawing) return null;
  const labels = chart.y.map((key) => spec.fields[key]?.label ?? key).join('、');
  return (
    <Chart
      label={`${spec.title}图表：${labels}，按${spec.fields[chart.x]?.label ?? ''}`}
      drawing={drawing}
      height="100%"
    />
  );
}

export default function ReportChart({ list, chart }: { list: List; chart: ChartSpec }) {
  return (
    <div className="k-chart-box">
      <Drawn list={list} chart={chart} />
    </div>
  );
}
