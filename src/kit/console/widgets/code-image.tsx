/** A QR code or barcode as a drawing that stays sharp on slips, sheets and screens; says its text to who cannot see it. */
import { code128Widths, qrCells } from '../../define/codes.ts';

/** Light modules beside a barcode, which readers need. */
const quietBar = 10;

/** `size`: pixels of its side. */
export function QrCode({ text, size = 160, label }: { text: string; size?: number; label: string }) {
  const cells = qrCells(text);
  const side = cells.length;
  const path = cells.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${side} ${side}`} className="k-code">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** Code 128 with its text below; `height`: pixels of the bars. It fills the width it is given, up to `moduleWidth` per module. */
export function Barcode({
  text,
  height = 40,
  moduleWidth = 1.6,
}: {
  text: string;
  height?: number;
  moduleWidth?: number;
}) {
  const widths = code128Widths(text);
  const whole = widths.reduce((sum, width) => sum + width, 0) + 2 * quietBar;
  let at = quietBar;
  let path = '';
  for (const [i, width] of widths.entries()) {
    if (i % 2 === 0) path += `M${at} 0h${width}v1h${-width}z`;
    at += width;
  }
  return (
    <figure className="k-barcode" style={{ maxWidth: whole * moduleWidth }}>
      <svg
        role="img"
        aria-label={`条码 ${text}`}
        height={height}
        viewBox={`0 0 ${whole} 1`}
        preserveAspectRatio="none"
        className="k-code"
      >
        <rect width={whole} height={1} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
