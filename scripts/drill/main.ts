/**
 * npm run drill -- failover|restore|nodes|upgrade|soak|container (and beside, cost, which measure): takes something away while the house is at work and proves
 * that nothing is lost. Each says what it needs of the machine and cleans up after itself. See docs/operating.md. Arguments:
 * --write (figures into docs/reliability.md), --rounds N, --connections N, --minutes N, --keep (leaves the folder).
 */
import { parseArgs } from 'node:util';
import { OperatorError } from '../../src/kit/server/db/operator-error.ts';

export interface DrillOptions {
  write: boolean;
  keep: boolean;
  /** Times each thing is taken away. */
  rounds: number | undefined;
  connections: number | undefined;
  minutes: number | undefined;
}

type Drill = (options: DrillOptions) => Promise<void>;

const drills: Record<string, () => Promise<Drill>> = {
  beside: async () => (await import('./beside.ts')).beside,
  container: async () => (await import('./container.ts')).container,
  soak: async () => (await import('./soak.ts')).soak,
  cost: async () => (await import('./cost.ts')).cost,
  nodes: async () => (await import('./nodes.ts')).nodes,
  restore: async () => (await import('./restore.ts')).restore,
  upgrade: async () => (await import('./upgrade.ts')).upgrade,
  failover: async () => (await import('./failover.ts')).failover,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    connections: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const whole = (name: 'rounds' | 'connections' | 'minutes') => {
  const value = Number(values[name]);
  if (values[name] !== undefined && !(Number.isInteger(value) && value > 0))
    throw new OperatorError(`--${name} 应为 1 以上的整数`);
  return values[name] === undefined ? undefined : value;
};
try {
  const drill = drills[positionals[0] ?? ''];
  if (!drill) throw new OperatorError(`用法：npm run drill -- ${Object.keys(drills).join('|')}`);
  await (await drill())({
    write: values.write,
    keep: values.keep,
    rounds: whole('rounds'),
    connections: whole('connections'),
    minutes: whole('minutes'),
  });
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
// Whatever still listens or waits is of the drill and has no more to say.
process.exit();
