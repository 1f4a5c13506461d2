/** The chart of a report; folded away it stays away. */
import { useMemo, useState } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { Chart } from '../../widgets/chart.tsx';
import type { AnyRow } from '../logic/actions.ts';
import { type ChartSpec, chartDrawing } from './chart-drawing.ts';

const foldedKey = 'onecard.chartFolded';

export default function ReportChart({
  spec,
  chart,
  rows,
}: {
  spec: AnyPage;
  chart: ChartSpec;
  rows: readonly AnyRow[];
}) {
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey) === '1');
  const drawing = useMemo(() => chartDrawing(spec, chart, rows), [spec, chart, rows]);
  const toggle = () => {
    localStorage.setItem(foldedKey, folded ? '0' : '1');
    setFolded(!folded);
  };
  const labels = chart.y.map((key) => spec.fields[key]?.label ?? key).join('、');
  return (
    <div className={folded ? 'k-chart-box k-chart-folded' : 'k-chart-box'}>
      <button type="button" className="k-link" aria-expanded={!folded} onClick={toggle}>
        {folded ? '展开图表' : '收起图表'}
      </button>
      {folded ? null : (
        <Chart
          label={`${spec.title}图表：${labels}，按${spec.fields[chart.x]?.label ?? ''}`}
          drawing={drawing}
          height="100%"
        />
      )}
    </div>
  );
}
