/**
 * The borders of the domains: an arrow from one into another goes down, by import or through the services, and ends at a
 * door: `public.ts` for what both sides may read, `public.server.ts` for the server. Folders and pages are held to their names.
 */
import { posix } from 'node:path';
import type { SourceTree } from './import-rules.ts';
import { importsOf, withoutComments } from './imports.ts';

/** Tests, and the benches that several tests of a domain share. */
export const isTest = (file: string) => /\.test\.tsx?$|\/testing\.ts$/.test(file);
export const domainOf = (file: string | undefined) => /^src\/domains\/([^/]+)\//.exec(file ?? '')?.[1];

/** Tests, their benches and the folders beside src also enter by these: the manifest, test helpers, the pages themselves. */
const byTests = (file: string) => isTest(file) || /^(tests|bench|scripts)\//.test(file);
const isDoor = (file: string) => /^src\/domains\/[^/]+\/public(\.server)?\.ts$/.test(file);
const isTestDoor = (file: string) =>
  /^src\/domains\/[^/]+\/(domain\.ts|(.+\/)?testing\.ts|(.+\/)?pages\/[^/]+)$/.test(file);

/** Who puts what into the services: key → domain. Keys of the kit are nobody's. */
function servicesOf(tree: SourceTree): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [file, source] of tree) {
    const domain = domainOf(file);
    if (!domain || isTest(file)) continue;
    for (const [, body] of withoutComments(source).matchAll(/\binterface Services \{([^}]*)\}/g))
      for (const [, key] of body!.matchAll(/^\s*(\w+)\s*[:(?]/gm)) owners.set(key!, domain);
  }
  return owners;
}

/** The keys of the services a text reads: `services.wallet`, `const { wallet, ids } = ctx.services`. */
function servicesRead(source: string): string[] {
  const text = withoutComments(source);
  const named = [...text.matchAll(/\bservices\s*[!?]?\.\s*(\w+)/g)].map((match) => match[1]!);
  const taken = [...text.matchAll(/\{([^{}=]*)\}\s*=\s*(?:\w+\.)*services\b/g)].flatMap((match) =>
    match[1]!.split(',').map((part) => part.split(':')[0]!.trim()),
  );
  return [...new Set([...named, ...taken])];
}

/**
 * Arrows that go upwards. `order` names the domains, lowest first; types count like values, tests do not count: they may
 * look at a domain from above.
 */
export function domainBreaks(tree: SourceTree, order: readonly string[]): string[] {
  const breaks = new Set<string>();
  const services = servicesOf(tree);
  const above = (from: string, to: string | undefined) =>
    to !== undefined && to !== from && order.indexOf(to) > order.indexOf(from);
  for (const [file, source] of tree) {
    const domain = domainOf(file);
    if (domain === undefined || isTest(file)) continue;
    if (!order.includes(domain)) {
      breaks.add(
        `src/domains/${domain} stands in no order: put it into src/domains/index.ts, after the domains it leans on`,
      );
      continue;
    }
    for (const { specifier, file: target } of importsOf(file, source))
      if (above(domain, domainOf(target)))
        breaks.add(
          `${file} imports ${specifier}: ${domainOf(target)} stands above ${domain}, which may know nothing of it`,
        );
    for (const key of servicesRead(source)) {
      const owner = services.get(key);
      if (owner !== undefined && above(domain, owner))
        breaks.add(`${file} asks services.${key}: it is of ${owner}, which stands above ${domain}`);
    }
  }
  return [...breaks];
}

/** Imports into a domain that do not come through its door, and what a door offers though nobody comes for it. */
export function doorBreaks(tree: SourceTree): string[] {
  const breaks: string[] = [];
  const wanted = new Map<string, Set<string>>();
  for (const [file, source] of tree) {
    for (const { specifier, file: target } of importsOf(file, source)) {
      const domain = domainOf(target);
      if (domain === undefined || domain === domainOf(file) || file === 'src/domains/index.ts') continue;
      if (isDoor(target!) || (byTests(file) && isTestDoor(target!))) continue;
      breaks.push(
        `${file} imports ${specifier}: the inside of ${domain}; it is open at public.ts and public.server.ts${byTests(file) ? ', for tests at testing.ts too' : ''}`,
      );
    }
    for (const [, clause, specifier] of source.matchAll(/^import(?:\s+type)?\s*\{([^}]*)\}\s*from\s*'(\.[^']+)'/gm)) {
      const target = posix.join(posix.dirname(file), specifier!);
      if (!isDoor(target) || domainOf(target) === domainOf(file)) continue;
      const names = wanted.get(target) ?? new Set();
      for (const name of clause!.split(',')) names.add(plainName(name));
      wanted.set(target, names);
    }
  }
  for (const [file, source] of tree) {
    if (!isDoor(file)) continue;
    for (const [, clause] of source.matchAll(/^export(?:\s+type)?\s*\{([^}]*)\}\s*from/gm))
      for (const name of clause!.split(',').map(plainName))
        if (name !== '' && !wanted.get(file)?.has(name))
          breaks.push(`${file} offers ${name}, which nobody takes: leave it out`);
  }
  return breaks;
}

/** `type A as B` is B to whoever takes it from a door, A to whoever imports it there. */
const plainName = (part: string) =>
  part
    .trim()
    .replace(/^type\s+/, '')
    .split(/\s+as\s+/)[0]!;

/** Most files of one folder, tests apart: beyond it nobody finds anything. */
const mostFiles = 24;

/**
 * Folders of a domain that have grown too full, and page files that are not named after the end of a path they stand at.
 * `pages` are the paths of each page file.
 */
export function nameBreaks(tree: SourceTree, pages: ReadonlyMap<string, readonly string[]>): string[] {
  const counts = new Map<string, number>();
  const breaks: string[] = [];
  for (const file of tree.keys()) {
    if (domainOf(file) === undefined || isTest(file)) continue;
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [file, paths] of pages) {
    const stem = kebab(posix.basename(file, '.page.ts'));
    if (!paths.some((path) => `-${kebab(path)}`.endsWith(`-${stem}`)))
      breaks.push(
        `${file} stands at ${paths.join(', ')}: name it by the end of its path, ${kebab(paths[0] ?? '')}.page.ts`,
      );
  }
  for (const [folder, count] of counts)
    if (count > mostFiles)
      breaks.push(`${folder} holds ${count} files: more than ${mostFiles}, give its nouns folders of their own`);
  return breaks;
}

const kebab = (path: string) =>
  path
    .replace(/^\/admin\//, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[/_]/g, '-')
    .toLowerCase();
