// npm start: installs what is missing, builds the console, starts the server. With demo data unless told otherwise.
import { buildConsole } from './build-console.mjs';
import { runChild } from './child.mjs';
import { ensure, giveUp } from './ensure.mjs';
import { inRoot } from './paths.mjs';

const node = ensure();
if (!(await buildConsole(node))) giveUp('前端构建失败，请查看上面的错误。');
const demo = process.env.NODE_ENV === 'production' ? {} : { ONECARD_DEMO: '1' };
const env = { ...demo, ...process.env };
process.exitCode = await runChild(node, [inRoot('src', 'server.ts'), ...process.argv.slice(2)], {
  env,
  attached: true,
});
