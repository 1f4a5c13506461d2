/** Meals or dishes with their fourfold tables, the strongest first. */
import type { Risk } from '../../study/risk.ts';

const percent = (share: number | null) => (share === null ? '—' : `${(share * 100).toFixed(1)}%`);
const two = (n: number | null) => (n === null ? '—' : n >= 100 ? n.toFixed(0) : n.toFixed(2));

/** 0.03, 2.6e-7. */
const pText = (p: number) => (p < 0.001 ? p.toExponential(1) : p.toFixed(3));

const heads = ['吃：病/未病', '罹患率', '没吃：病/未病', '罹患率', 'RR', '95% CI', 'P（双侧）', '病例中吃过'];

export interface RiskRow extends Risk {
  key: string;
  name: string;
  /** What stands in the columns of its own. */
  more: readonly string[];
}

export function RiskTable({
  title,
  first,
  more,
  rows,
}: {
  title: string;
  first: string;
  more: readonly string[];
  rows: readonly RiskRow[];
}) {
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {heads.map((head, i) => (
            <th key={`${head}${i < 2 ? 'a' : 'b'}`} scope="col" className="tr-num">
              {head}
            </th>
          ))}
          {more.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-strong={row.low !== null && row.low > 1}>
            <th scope="row">{row.name}</th>
            <td className="tr-num">
              {row.a}/{row.b}
            </td>
            <td className="tr-num">{percent(row.exposedRate)}</td>
            <td className="tr-num">
              {row.c}/{row.d}
            </td>
            <td className="tr-num">{percent(row.unexposedRate)}</td>
            <td className="tr-num">
              {two(row.ratio)}
              {row.corrected ? '*' : ''}
            </td>
            <td className="tr-num">{row.low === null ? '—' : `${two(row.low)}–${two(row.high)}`}</td>
            <td className="tr-num">{pText(row.p)}</td>
            <td className="tr-num">{percent(row.ofSick)}</td>
            {row.more.map((text, i) => (
              <td key={more[i]}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
