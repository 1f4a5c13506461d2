/** Sheets of labels, eight to each. */
import { addressOf } from '../../../../kit/console/widgets/address-of.ts';
import { QrCode } from '../../../../kit/console/widgets/code-image.tsx';
import type { AddressLabel } from '../address-labels.ts';
import './labels.css';

const perSheet = 8;

export function LabelSheets({ labels, unit }: { labels: readonly AddressLabel[]; unit: string }) {
  const sheets = Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, i) =>
    labels.slice(i * perSheet, (i + 1) * perSheet),
  );
  return sheets.map((sheet) => (
    <section key={sheet[0]!.id} className="al-sheet">
      {sheet.map(({ id, name, areaName, place, path }) => (
        <article key={id} className="al-label">
          <QrCode text={addressOf(path)} size={166} label={`${name}地址码`} />
          <div>
            <h2>{name}</h2>
            <p>
              {[place.startsWith(areaName) ? '' : areaName, place === name ? '' : place].filter(Boolean).join(' · ')}
            </p>
            <p>扫码看这里可订的餐</p>
            <p>{unit}</p>
          </div>
        </article>
      ))}
    </section>
  ));
}
