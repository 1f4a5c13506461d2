/** A document on A4: what it is about, its codes, its lines, who signs; every table begins a sheet with the same head. */
import { addressOf } from './address-of.ts';
import { Barcode, QrCode } from './code-image.tsx';
import { pageFoot } from './print.tsx';
import { PrintSheet, type SheetColumn } from './print-sheet.tsx';

interface Head {
  lines: readonly (readonly [label: string, value: string])[];
  code?: string;
  link?: string;
}

export interface DocumentTable {
  title?: string;
  /** Instead of the document's own: where each sheet goes to somebody else. */
  head?: Head;
  columns: readonly SheetColumn[];
  rows: readonly (readonly string[])[];
  totals?: readonly string[];
  signatures?: readonly string[];
}

export interface Paper extends Head {
  title: string;
  footer?: string;
}

/** The sheet's size and its foot. */
export const paperOf = ({ title, code }: Paper): string =>
  `size: A4; margin: 10mm 10mm 14mm; ${pageFoot(`${title}　${code ?? ''}`)}`;

function DocumentHead({ lines, code, link }: Head) {
  return (
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
}

export function PaperDocument({ paper, sheets }: { paper: Paper; sheets: readonly DocumentTable[] }) {
  const { title, footer } = paper;
  return (
    <article className="k-document" aria-label={title}>
      {sheets.map((sheet, i) => (
        <PrintSheet
          key={i}
          title={sheet.title ?? title}
          head={<DocumentHead {...(sheet.head ?? paper)} />}
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
