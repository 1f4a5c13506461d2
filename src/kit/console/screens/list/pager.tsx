/** Pagination in exactly the product's order: total, sizes, spacer, previous, pager, next, jumper. */
import { Select } from 'antd';
import { Fragment, useState } from 'react';
import { UntilTouched } from '../../widgets/until-touched.tsx';
import { pagesShown } from '../logic/pages-shown.ts';
import { pageSizes } from '../logic/search-url.ts';

export interface PagerProps {
  page: number;
  size: number;
  /** Undefined until it is known: no rows yet are not none. */
  total: number | undefined;
  /** There are more rows than were counted. */
  capped: boolean;
  onChange: (page: number, size: number) => void;
}

const sizeLabel = '每页条数';
const sizeName = (size: number) => `${size} 条/页`;
const sizeOptions = pageSizes.map((value) => ({ value, label: sizeName(value) }));

export function Pager({ page, size, total, capped, onChange }: PagerProps) {
  const last = Math.max(1, Math.ceil((total ?? 0) / size));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the DOM contract names the role
    <div role="navigation" aria-label="分页" className="k-pager">
      <span className="k-pager-total">
        共 {total?.toLocaleString('en-US') ?? '…'}
        {capped ? '+' : ''} 条
      </span>
      <UntilTouched label={sizeLabel} className="k-pager-size" shown={sizeName(size)}>
        {(touch) => (
          <Select
            {...touch}
            aria-label={sizeLabel}
            className="k-pager-size"
            value={size}
            options={sizeOptions}
            onChange={(next: number) => onChange(1, next)}
          />
        )}
      </UntilTouched>
      <span className="k-spacer" />
      <Pages page={page} last={last} onPage={(next) => onChange(next, size)} />
      <Jumper last={last} onJump={(next) => onChange(next, size)} />
    </div>
  );
}

const leap = 5;

/** Previous, the pages around this one with the first and the last, next. A gap leads five pages on. */
function Pages({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  const shown = pagesShown(page, last);
  return (
    <ul className="k-pages">
      <li>
        <button
          type="button"
          className="k-pager-step"
          aria-label="上一页"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          ‹
        </button>
      </li>
      {shown.map((at, i) => {
        const before = shown[i - 1];
        const to = at > page ? Math.min(page + leap, last) : Math.max(page - leap, 1);
        return (
          <Fragment key={at}>
            {before !== undefined && at - before > 1 ? (
              <li>
                <button
                  type="button"
                  className="k-pages-gap"
                  title={at > page ? `向后 ${leap} 页` : `向前 ${leap} 页`}
                  onClick={() => onPage(to)}
                >
                  …
                </button>
              </li>
            ) : null}
            <li>
              <button
                type="button"
                title={`第 ${at} 页`}
                aria-current={at === page ? 'page' : undefined}
                onClick={() => onPage(at)}
              >
                {at}
              </button>
            </li>
          </Fragment>
        );
      })}
      <li>
        <button
          type="button"
          className="k-pager-step"
          aria-label="下一页"
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        >
          ›
        </button>
      </li>
    </ul>
  );
}

/** 跳至 n 页: Enter or leaving the input goes there; numbers beyond the last page go to the last. */
function Jumper({ last, onJump }: { last: number; onJump: (page: number) => void }) {
  const [typed, setTyped] = useState('');
  const jump = () => {
    setTyped('');
    const page = Math.trunc(Number(typed));
    if (typed !== '' && Number.isFinite(page)) onJump(Math.min(last, Math.max(1, page)));
  };
  return (
    <span className="k-jumper">
      跳至
      <input
        type="number"
        className="k-plain-number"
        aria-label="跳至第几页"
        min={1}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
        onBlur={jump}
      />
      页
    </span>
  );
}
