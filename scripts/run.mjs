// node scripts/run.mjs FILE [arguments]: runs a TypeScript file of the checkout with the pinned Node.
import { runChild } from './child.mjs';
import { ensure, giveUp } from './ensure.mjs';
import { inRoot } from './paths.mjs';

const [file, ...args] = process.argv.slice(2);
if (!file) giveUp('用法：node scripts/run.mjs 文件 [参数]');
const node = ensure({ withDev: true });
process.exitCode = await runChild(node, [inRoot(file), ...args]);
