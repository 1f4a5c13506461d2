/** What a form with steps shows of the server's preview: what has to be known, and the totals in large digits. */
import { Alert } from 'antd';
import { formatFenGrouped } from '../../../define/fen.ts';
import type { Preview, PreviewFigure } from '../../../define/preview.ts';
import { Figure, Figures } from '../../batch/figures.tsx';

const types = { success: 'success', warning: 'warning', danger: 'error', info: 'info' } as const;

export function Notices({ notices }: { notices: Preview['notices'] }) {
  return notices?.map(({ tone, text, more }) => (
    <Alert key={text} type={types[tone]} showIcon className="k-refused" title={text} description={more ?? null} />
  ));
}

function figureText({ kind, value }: PreviewFigure): string {
  if (typeof value === 'string') return value;
  return kind === 'money' ? formatFenGrouped(value) : value.toLocaleString('en-US');
}

export function Totals({ preview }: { preview: Preview }) {
  return (
    <section className="k-card k-form-section" aria-label="核对合计">
      <h2>核对合计</h2>
      <Figures>
        {preview.figures.map((figure) => (
          <Figure
            key={figure.label}
            label={figure.label}
            bad={figure.bad ?? false}
            unit={figure.unit ?? (figure.kind === 'money' ? '元' : '')}
          >
            {figureText(figure)}
          </Figure>
        ))}
      </Figures>
      <div className="kb-note">
        <Notices notices={preview.notices} />
      </div>
    </section>
  );
}
