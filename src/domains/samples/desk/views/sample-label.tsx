/** A box's label, 60×40 mm, one per page: what it is, until when, and a code that opens it. */
import { QrCode } from '../../../../kit/console/widgets/code-image.tsx';
import type { Label } from '../labels.ts';

/** 11-22 11:35 */
const short = (iso: string) => iso.slice(5, 16).replace('T', ' ');

export function SampleLabels({ labels }: { labels: readonly Label[] }) {
  return (
    <>
      {labels.map((label) => (
        <section key={label.id} className="sm-label">
          <h2>
            {label.dish}
            {label.batch > 1 ? ` 第${label.batch}批` : ''}
          </h2>
          <div>
            <p>
              {label.date} {label.meal}
            </p>
            <p>{label.place}</p>
            <p>留样 {short(label.sampledAt)}</p>
            <p>
              {label.grams} 克　{label.sampler}
            </p>
            <p>
              <b>保存至 {short(label.dueAt)}</b>
            </p>
            <p>
              {label.cell ? `格口 ${label.cell}　` : ''}
              {label.sampleNo}
            </p>
          </div>
          <QrCode text={label.code} size={80} label={`样品 ${label.sampleNo}`} />
        </section>
      ))}
    </>
  );
}
