// npm test: everything that must hold. Types, lint, import rules, then all suites including the browser.
// `npm test -- --external` runs the suites on a PostgreSQL of the machine; other arguments go to vitest.
import { buildConsole } from './build-console.mjs';
import { runChild } from './child.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensure } from './ensure.mjs';
import { inRoot, root } from './paths.mjs';

const args = process.argv.slice(2);
const external = args.includes('--external');
const node = ensure({ withDev: true });
const chromium = ensureChromium();
const failed = chromium ? [] : ['浏览器（没有 Chromium）'];
if (!(await buildConsole(node))) failed.push('前端构建');

const env = {
  ...process.env,
  ...(chromium && { CHROMIUM: chromium }),
  ...(external && { TEST_DATABASE: 'external' }),
};
const steps = [
  ['检查', [inRoot('scripts', 'check.ts')]],
  ['测试', [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args.filter((arg) => arg !== '--external')]],
];
for (const [name, command] of steps) {
  if ((await runChild(node, command, { cwd: root, env })) !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`\n未通过：${failed.join('、')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
