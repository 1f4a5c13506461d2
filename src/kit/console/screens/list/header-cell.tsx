/** A column's heading with the handle that widens it. The width is taken over when the handle is let go. */
import type { PointerEvent } from 'react';
import { maxColumnWidth, minColumnWidth } from '../logic/columns.ts';

export function HeaderCell({
  title,
  width,
  onResize,
}: {
  title: string;
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
      <span title={title}>{title}</span>
      <span
        className="k-resizer"
        aria-hidden="true"
        onPointerDown={drag}
        onClick={(event) => event.stopPropagation()}
      />
    </>
  );
}
