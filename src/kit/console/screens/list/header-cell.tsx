/** A column's heading, what it means, and the handle that widens it. The width is taken over when the handle is let go. */
import { Tooltip } from 'antd';
import type { PointerEvent } from 'react';
import { maxColumnWidth, minColumnWidth } from '../logic/columns.ts';

export function HeaderCell({
  title,
  help,
  width,
  onResize,
}: {
  title: string;
  /** Said to who points at it, comes to it by keyboard or touches it. */
  help: string | undefined;
  width: number;
  onResize: (width: number) => void;
}) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    const real = handle.closest('th')?.getBoundingClientRect().width ?? width;
    const widthAt = (x: number) => Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, real + x - from)));
    handle.setPointerCapture(event.pointerId);
    const move = (e: globalThis.PointerEvent) => {
      handle.style.transform = `translateX(${widthAt(e.clientX) - real}px)`;
    };
    const up = (e: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      handle.style.transform = '';
      if (widthAt(e.clientX) !== Math.round(real)) onResize(widthAt(e.clientX));
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', up, { once: true });
  };
  return (
    <>
      {help ? (
        <Tooltip title={help} trigger={['hover', 'focus']}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it means has to be reached by keyboard and touch */}
          <span className="k-why" tabIndex={0}>
            {title}
          </span>
        </Tooltip>
      ) : (
        <span title={title}>{title}</span>
      )}
      <span
        className="k-resizer"
        aria-hidden="true"
        onPointerDown={drag}
        onClick={(event) => event.stopPropagation()}
      />
    </>
  );
}
