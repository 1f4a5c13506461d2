/** Draws with the parts of the chart library that are used; loaded with the first chart. */
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { Drawing } from './drawing.ts';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** Colours of series, in order; first is the product's green. */
const light = ['#0a8250', '#2563eb', '#b45309', '#7c3aed', '#0891b2', '#c0392b'];
const dark = ['#3fb57f', '#7fa8f8', '#e0a458', '#b18cf5', '#45c1d6', '#f0867a'];

type Config = ChartConfiguration<'bar' | 'line', (number | null)[], string>;

/** What the library is told, in the colours and letters of the page around `element`. */
function configOf({ names, series, legend }: Drawing, element: Element): Config {
  const style = getComputedStyle(element);
  const colors = document.documentElement.dataset.theme === 'dark' ? dark : light;
  const color = (name: string) => style.getPropertyValue(name).trim();
  const font = { family: style.fontFamily, size: 12 };
  const ticks = { color: color('--oc-text-2'), font, maxTicksLimit: 6 };
  const own = series.some(({ ownScale }) => ownScale);
  return {
    type: 'bar',
    data: {
      labels: [...names],
      datasets: series.map(({ name, kind, values, ownScale }, i) => ({
        type: kind,
        label: name,
        data: [...values],
        backgroundColor: kind === 'bar' ? colors[i % colors.length]! : color('--oc-card'),
        borderColor: colors[i % colors.length]!,
        ...(kind === 'bar' ? { maxBarThickness: 26 } : { borderWidth: 2, pointRadius: 3, order: -1, spanGaps: true }),
        yAxisID: ownScale ? 'own' : 'y',
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: color('--oc-border') },
          ticks: { ...ticks, maxTicksLimit: 31, autoSkipPadding: 8, maxRotation: 0 },
        },
        y: { beginAtZero: true, grid: { color: color('--oc-border') }, border: { display: false }, ticks },
        ...(own && {
          own: { position: 'right', beginAtZero: true, grid: { display: false }, border: { display: false }, ticks },
        }),
      },
      plugins: {
        legend: {
          align: legend,
          labels: {
            color: color('--oc-text-2'),
            font,
            boxWidth: 14,
            boxHeight: 8,
            sort: (a, b) => a.datasetIndex! - b.datasetIndex!,
          },
        },
        tooltip: {
          callbacks: {
            label: ({ datasetIndex, raw }) => {
              const { name, said } = series[datasetIndex]!;
              return typeof raw === 'number' ? `${name} ${said?.(raw) ?? raw.toLocaleString('en-US')}` : `${name} —`;
            },
          },
        },
      },
    },
  };
}

export interface Drawn {
  draw(drawing: Drawing): void;
  end(): void;
}

/** A chart in `box`, which it fits and follows. */
export function chartIn(box: HTMLElement, drawing: Drawing): Drawn {
  const canvas = document.createElement('canvas');
  box.append(canvas);
  const chart = new Chart(canvas, configOf(drawing, box));
  return {
    draw(next) {
      const { data, options } = configOf(next, box);
      chart.data = data;
      chart.options = options ?? {};
      chart.update('none');
    },
    end: () => {
      chart.destroy();
      canvas.remove();
    },
  };
}
