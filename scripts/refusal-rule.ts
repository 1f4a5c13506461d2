/** Every domain has a range of errorcodes, written in the first line of its `refusals.ts`; a code outside it is a break. */
import { domainOf } from './domain-rules.ts';
import type { SourceTree } from './import-rules.ts';

/** Codes outside the range of their domain, given twice, and domains that say no range or another's. */
export function refusalBreaks(tree: SourceTree): string[] {
  const breaks: string[] = [];
  const ranges: { domain: string; first: number; last: number }[] = [];
  const codes = new Map<number, string>();
  for (const [file, source] of tree) {
    const domain = domainOf(file);
    if (domain === undefined || file.endsWith('.test.ts') || !/\bdefineRefusals\(/.test(source)) continue;
    const head = /^\/\*\*[\s\S]*?\*\//.exec(source)?.[0] ?? '';
    const range = /(\d{4})–(\d{4})/.exec(head);
    if (!range) {
      breaks.push(`${file} says no range of errorcodes: write it into the first line, e.g. «numbers 3100–3199»`);
      continue;
    }
    const [first, last] = [Number(range[1]), Number(range[2])];
    for (const other of ranges)
      if (other.domain !== domain && first <= other.last && other.first <= last)
        breaks.push(
          `${file} takes ${first}–${last}, of which ${other.domain} has ${other.first}–${other.last}: take a range that is free`,
        );
    ranges.push({ domain, first, last });
    // A number named by itself is an exception that the comment explains.
    const named = new Set([...head.replace(range[0], '').matchAll(/\b\d{4}\b/g)].map(([code]) => Number(code)));
    for (const [, digits] of source.matchAll(/\berrorcode:\s*(\d+)/g)) {
      const code = Number(digits);
      if ((code < first || code > last) && !named.has(code))
        breaks.push(`${file}: errorcode ${code} lies outside ${first}–${last}`);
      const holder = codes.get(code);
      if (holder !== undefined) breaks.push(`${file}: errorcode ${code} is given already, in ${holder}`);
      codes.set(code, file);
    }
  }
  return breaks;
}
