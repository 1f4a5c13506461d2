/** Amounts that people read have their thousands separated: plain ones go into files and calls that machines read. */
import type { SourceTree } from './import-rules.ts';
import { withoutComments } from './imports.ts';

/** What is typed, pasted into a sheet, or read by a bank's or a channel's machine. */
const machines = new Set([
  'src/kit/define/fen.ts',
  'src/kit/console/screens/logic/money-input.ts',
  'src/domains/funding/pay/alipay.ts',
  'src/domains/purchase/orders/open/order.view.tsx',
  'src/domains/settlement/payouts/payout-file.ts',
]);
const plain = /\bformatFenPlain\b/;
/** Yuan put into words by hand: a percentage is divided so too. */
const byHand = /\/ 100\)\.toFixed\(2\)(?!\)?\}?%)/;

/** Lines under `src` that show an amount without separators, as `file:line`. Tests and the demo may. */
export function amountBreaks(tree: SourceTree): string[] {
  const breaks: string[] = [];
  for (const [file, source] of tree) {
    if (!file.startsWith('src/') || file.startsWith('src/demo/') || /\.test\.tsx?$/.test(file)) continue;
    for (const [i, line] of withoutComments(source).split('\n').entries())
      if ((plain.test(line) && !machines.has(file)) || byHand.test(line))
        breaks.push(`${file}:${i + 1} shows an amount without separators: formatFenGrouped`);
  }
  return breaks;
}
