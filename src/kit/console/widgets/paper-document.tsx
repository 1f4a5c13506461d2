/** A document on A4: what it is about, its codes, its lines, who signs; every table begins a sheet with the same head. */
import { addressOf } from './address-of.ts';
import { Barcode, QrCode } from './code-image.tsx';
import { pageFoot } from './print.tsx';
import { PrintSheet, type SheetColumn } from './print-sheet.tsx';

export interface DocumentTable {
  title?: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly string[])[];
  totals?: readonly string[];
  signatures?: readonly string[];
}

export interface Paper {
  title: string;
  lines: readonly (readonly [label: string, value: string])[];
  code?: string;
  link?: string;
  footer?: string;
}

/** The sheet's size and its foot. */
export const paperOf = ({ title, code }: Paper): string =>
  `size: A4; margin: 10mm 10mm 14mm; ${pageFoot(`${title}　${code ?? ''}`)}`;

export function PaperDocument({ paper, sheets }: { paper: Paper; sheets: readonly DocumentTable[] }) {
  const { title, lines, code, link, footer } = paper;
  const head = (
    <header>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {code ? <Barcode text={code} height={32} moduleWidth={1.2} /> : null}
      {link ? <QrCode text={addressOf(link)} size={72} label="扫码打开单据" /> : null}
    </header>
  );
  return (
    <article className="k-document" aria-label={title}>
      {sheets.map((sheet, i) => (
        <PrintSheet
          key={i}
          title={sheet.title ?? title}
          head={head}
          columns={sheet.columns}
          rows={sheet.rows}
          {...(sheet.totals ? { totals: [sheet.totals] } : {})}
          {...(footer ? { note: footer } : {})}
          {...(sheet.signatures ? { signatures: sheet.signatures } : {})}
        />
      ))}
    </article>
  );
}
