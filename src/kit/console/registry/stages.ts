/**
 * Which modules are fetched together. Left alone the bundler makes a chunk for every set of sharers: hundreds of small
 * files, of which a browser fetches six at a time. People come through the console in stages, so a stage is one file:
 * what it needs and no earlier stage has brought. Only a finished build knows what is left of a module after tree
 * shaking; a first pass asks it.
 */
import { build, type InlineConfig, type Rolldown } from 'vite';

/** A stage's name and the ends of the files it starts from; an earlier stage wins. */
export type Stage = readonly [name: string, ...roots: readonly string[]];

const holds = (chunk: Rolldown.OutputChunk, end: string) =>
  chunk.facadeModuleId?.endsWith(end) || Object.keys(chunk.modules).some((id) => id.endsWith(end));

/** The stage of every module that belongs to one, by module id. */
export function stagesOf(chunks: readonly Rolldown.OutputChunk[], stages: readonly Stage[]): Map<string, string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const staged = new Map<string, string>();
  for (const [name, ...roots] of stages) {
    const seen = new Set<Rolldown.OutputChunk>();
    const visit = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || seen.has(chunk)) return;
      seen.add(chunk);
      for (const file of chunk.imports) visit(byFile.get(file));
    };
    for (const root of roots) {
      const starts = chunks.filter((chunk) => holds(chunk, root));
      if (starts.length === 0) throw new Error(`no chunk holds ${root}`);
      starts.forEach(visit);
    }
    for (const chunk of seen) for (const id of Object.keys(chunk.modules)) if (!staged.has(id)) staged.set(id, name);
  }
  return staged;
}

/** Builds once without writing and returns the groups for the build that counts. */
export async function stageGroups(config: InlineConfig, stages: readonly Stage[]) {
  const first = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  });
  const outputs = (Array.isArray(first) ? first : [first]).flatMap((one) => ('output' in one ? one.output : []));
  const staged = stagesOf(
    outputs.filter((one) => one.type === 'chunk'),
    stages,
  );
  return stages.map(([name], i) => ({
    name,
    priority: stages.length - i,
    includeDependenciesRecursively: false,
    test: (id: string) => staged.get(id) === name,
  }));
}
