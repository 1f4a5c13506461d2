/** Prints one element alone: it is put beside the app, shown only to the printer, and taken away afterwards. */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './widgets.css';

const quoted = (text: string) => JSON.stringify(text.replace(/[\\\n\r]/g, ' '));

/** What stands at the foot of every sheet: `text`, and which of how many it is. */
export const pageFoot = (text: string): string =>
  `@bottom-left { content: ${quoted(text)}; font-size: 8pt }
   @bottom-right { content: "第 " counter(page) " 页，共 " counter(pages) " 页"; font-size: 8pt }`;

/**
 * Opens the browser's print dialog for `node`. `pageCss` sets the sheet, e.g. `size: 58mm auto; margin: 2mm`; `named` what is
 * different on the sheets of parts with a CSS `page` of that name.
 */
export function printNode(
  node: ReactNode,
  pageCss = 'size: A4; margin: 12mm',
  named: Readonly<Record<string, string>> = {},
): void {
  document.querySelector('.k-print-root')?.remove();
  const host = document.createElement('div');
  host.className = 'k-print-root';
  const style = document.createElement('style');
  // In one sheet of styles: of two, Chromium lets the later one win, named or not.
  style.textContent = [['', pageCss], ...Object.entries(named)]
    .map(([name, css]) => `@page ${name} { ${css} }`)
    .join(' ');
  document.body.append(host);
  document.body.classList.add('k-printing');
  const root = createRoot(host);
  flushSync(() => root.render(node));
  host.append(style);
  const done = () => {
    window.removeEventListener('afterprint', done);
    root.unmount();
    host.remove();
    document.body.classList.remove('k-printing');
  };
  window.addEventListener('afterprint', done);
  window.print();
}
