/** A small demo lived by the program of some checkout: node live-small.ts '{"checkout": …, "env": {…}}'. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { checkout, env } = JSON.parse(process.argv[2]!) as { checkout: string; env: Record<string, string> };
const of = (path: string): Promise<unknown> => import(pathToFileURL(join(checkout, path)).href);
const quiet = () => undefined;

const { assemble } = (await of('src/assemble.ts')) as typeof import('../../src/assemble.ts');
const { seedDemo, settableClock } = (await of('src/demo/seed.ts')) as typeof import('../../src/demo/seed.ts');
const { readConfig } = (await of('src/kit/server/config.ts')) as typeof import('../../src/kit/server/config.ts');

const clock = settableClock();
const config = readConfig(env, checkout);
const { services, stop } = await assemble({ config, log: { info: quiet, warn: quiet, error: console.error }, clock });
await seedDemo(services, clock, { days: 0, share: 0.06 });
await stop();
