/** The directions of the house, as a pure check over its files: who may import whom. */
import { isTest } from './domain-rules.ts';
import { type Import, importsOf } from './imports.ts';

/** Path from the checkout (forward slashes) → text. */
export type SourceTree = ReadonlyMap<string, string>;

interface Rule {
  /** Whether the rule speaks about this importing file. */
  from(file: string): boolean;
  /** Whether the import breaks it. */
  breaks(one: Import, from: string): boolean;
  reason: string;
}

const under = (folder: string) => (file: string | undefined) => file?.startsWith(`${folder}/`) ?? false;
const inDomains = under('src/domains');
const inServer = under('src/kit/server');
const inConsole = under('src/kit/console');
const inDefine = under('src/kit/define');
const isPage = (file: string) => file.endsWith('.page.ts');
const isReact = (name: string) => /^(react|react-dom|antd|@ant-design|@tanstack)(\/|$)/.test(name);
const serverSide = (file: string | undefined) => inServer(file) || (file?.endsWith('.server.ts') ?? false);

const rules: Rule[] = [
  {
    from: under('src/kit'),
    breaks: (one) => inDomains(one.file),
    reason: 'the kit knows no domain',
  },
  {
    from: (file) => inDefine(file) || isPage(file),
    breaks: (one) =>
      serverSide(one.file) || inConsole(one.file) || one.specifier.startsWith('node:') || isReact(one.specifier),
    reason: 'a definition is pure: both sides read it',
  },
  {
    from: (file) => inConsole(file) || file.endsWith('.view.tsx') || file === 'src/console.tsx',
    breaks: (one) => serverSide(one.file) || one.specifier.startsWith('node:'),
    reason: 'the console runs in a browser',
  },
  {
    from: inServer,
    breaks: (one) => inConsole(one.file),
    reason: 'the server draws no screen',
  },
];

/** Build plug-ins and stand-ins for tests live with the console but run in Node. */
const runsInNode = (file: string) => /^src\/kit\/console\/(registry\/plugin|testing\/)/.test(file);

function directionBreaks(file: string, imports: readonly Import[]): string[] {
  if (isTest(file) || runsInNode(file)) return [];
  const spoken = rules.filter((rule) => rule.from(file));
  return imports.flatMap((one) =>
    spoken.filter((rule) => rule.breaks(one, file)).map((rule) => `${file} imports ${one.specifier}: ${rule.reason}`),
  );
}

/** One circle of value imports per group of files that reach each other. */
function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const place = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string) => {
    place.set(file, path.length);
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      const at = place.get(next);
      if (at !== undefined) found.push([...path.slice(at), next]);
      else if (!done.has(next)) visit(next);
    }
    path.pop();
    place.delete(file);
    done.add(file);
  };
  for (const file of edges.keys()) if (!done.has(file)) visit(file);
  return found;
}

/** What a browser loads: definitions, what domains say to both sides, screens. */
const isSeen = (file: string) =>
  isPage(file) ||
  file.endsWith('.view.tsx') ||
  /^src\/domains\/[^/]+\/(public|entities)\.ts$/.test(file) ||
  file === 'src/console.tsx';

/** Ways by which a browser would load the server, over however many files. */
function serverReached(tree: SourceTree, edges: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  for (const start of tree.keys()) {
    if (!isSeen(start)) continue;
    const cameFrom = new Map<string, string>([[start, '']]);
    for (const file of cameFrom.keys()) {
      if (file !== start && serverSide(file)) {
        const way = [file];
        for (let at = cameFrom.get(file); at; at = cameFrom.get(at)) way.unshift(at);
        // The first step is told by the direct rule already.
        if (way.length > 2) found.push(`a browser would load the server: ${way.join(' → ')}`);
        continue;
      }
      for (const next of edges.get(file) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, file);
    }
  }
  return found;
}

/** Every import that goes the wrong way, and every circle, as readable lines. */
export function importBreaks(tree: SourceTree): string[] {
  const breaks: string[] = [];
  const edges = new Map<string, string[]>();
  for (const [file, source] of tree) {
    const imports = importsOf(file, source);
    breaks.push(...directionBreaks(file, imports));
    const loaded = imports.filter((one) => !one.typeOnly && !one.lazy && one.file !== undefined && tree.has(one.file));
    edges.set(
      file,
      loaded.map((one) => one.file ?? ''),
    );
  }
  breaks.push(...serverReached(tree, edges));
  return [...breaks, ...circles(edges).map((circle) => `circle: ${circle.join(' → ')}`)];
}
