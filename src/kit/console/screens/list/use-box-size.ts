/** The size of an element, followed while it shows. */
import { useLayoutEffect, useRef, useState } from 'react';

export interface BoxSize {
  width: number;
  height: number;
}

/** A ref for the element and its size in whole px; undefined before the first measure. A hidden element keeps its last. */
export function useBoxSize<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<BoxSize>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth;
      const height = element.clientHeight;
      if (width === 0 || height === 0) return;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}

let bar: number | undefined;

/** Width of a scroll bar that takes room; 0 where bars lie over the content. */
export function scrollbarPx(): number {
  if (bar !== undefined) return bar;
  const probe = document.createElement('div');
  probe.style.cssText = 'position:absolute;top:-99px;width:50px;height:50px;overflow:scroll';
  document.body.append(probe);
  bar = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return bar;
}
