/**
 * What open tabs weigh: the JavaScript heap on the home page, with twenty lists open, and after closing them all, each
 * after garbage collection. Driven over the debugging protocol alone: the helper scripts a test runner puts into the
 * page are compiled code like any other and would be counted with it.
 */
import type { CDPSession, Page } from 'playwright-core';

export interface HeapFigures {
  /** Bytes on the home page after signing in. */
  startBytes: number;
  openBytes: number;
  /** Tabs open at `openBytes`, the home page not counted. */
  tabs: number;
  closedBytes: number;
}

const paths = [
  'consume',
  'consume_detail',
  'consume_summary',
  'daily_consume_summary',
  'user',
  'department',
  'type',
  'recharge',
  'deposit',
  'refund',
  'account_balance',
  'account_statement',
  'device_list',
  'meal',
  'restaurant',
  'deploy_site',
  'fixed_value',
  'correct',
  'offline_consume',
  'recharge/detail',
].map((name) => `/admin/organization/${name}`);
const menus = ['人员卡务', '消费管理', '资金账户', '系统设置'];
/** Time for a page to come to rest: its chart, its counts, what the browser does in idle time. */
const restMs = 1000;
/** The home goes on for longer: two seconds after it has come to rest it fetches the engine of lists. */
const homeRestMs = 4000;
const patienceMs = 20_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function evaluate<T>(cdp: CDPSession, expression: string): Promise<T> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
  if (exceptionDetails) throw new Error(`${exceptionDetails.text}: ${expression}`);
  return result.value as T;
}

async function until(cdp: CDPSession, expression: string): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += 50) {
    if (await evaluate<boolean>(cdp, `!!(${expression})`)) return;
    await pause(50);
  }
  throw new Error(`never: ${expression}`);
}

const one = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
const named = (selector: string, name: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((e) => e.textContent.trim().startsWith('${name}'))`;

async function press(cdp: CDPSession, element: string): Promise<void> {
  await until(cdp, element);
  await evaluate(cdp, `(${element}).click()`);
}

async function type(cdp: CDPSession, selector: string, text: string): Promise<void> {
  await until(cdp, one(selector));
  await evaluate(cdp, `${one(selector)}.focus()`);
  await cdp.send('Input.insertText', { text });
}

/** Bytes in use once a second collection finds no less than the first. */
async function heapBytes(cdp: CDPSession): Promise<number> {
  await pause(restMs);
  for (let i = 0; i < 3; i += 1) {
    await cdp.send('HeapProfiler.collectGarbage');
    await pause(200);
  }
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

async function openList(cdp: CDPSession, path: string): Promise<void> {
  const link = one(`aside a[href="${path}"]`);
  for (const menu of ['', ...menus]) {
    if (menu) {
      await press(cdp, named('nav[aria-label="主导航"] button', menu));
      await pause(50);
    }
    if (!(await evaluate<boolean>(cdp, `!!${link}`))) continue;
    await press(cdp, link);
    await until(
      cdp,
      one(`[data-current="true"] main[data-page="${path}"] :is(.ant-table-row, .ant-table-placeholder)`),
    );
    await pause(restMs / 2);
    return;
  }
  throw new Error(`no menu item for ${path}`);
}

async function closeAll(cdp: CDPSession): Promise<void> {
  const box = await evaluate<{ x: number; y: number }>(
    cdp,
    `(${one('[role=tab]')}.scrollIntoView(), ${one('[role=tab]')}.getBoundingClientRect().toJSON())`,
  );
  const at = { x: box.x + 10, y: box.y + 10, button: 'right', clickCount: 1 } as const;
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  await press(cdp, named('[role=menuitem]', '关闭全部'));
  await until(cdp, `document.querySelectorAll('[role=tab]').length === 1`);
}

/** Signs in on a fresh `page`, opens the lists, closes them. */
export async function measureHeap(page: Page, origin: string, account: string, password: string): Promise<HeapFigures> {
  const cdp = await page.context().newCDPSession(page);
  // Wide enough for every top item: what does not fit stands behind 更多.
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    width: 1920,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await page.goto(`${origin}/login`);
  await type(cdp, 'main input:not([type=password])', account);
  await type(cdp, 'main input[type=password]', password);
  await press(cdp, one('main button[type=submit]:enabled'));
  // The home page stands when its chart is drawn.
  await until(cdp, one('[data-current="true"] main canvas'));
  await pause(homeRestMs);
  const startBytes = await heapBytes(cdp);
  for (const path of paths) await openList(cdp, path);
  const tabs = (await evaluate<number>(cdp, `document.querySelectorAll('[role=tab]').length`)) - 1;
  const openBytes = await heapBytes(cdp);
  await closeAll(cdp);
  return { startBytes, openBytes, tabs, closedBytes: await heapBytes(cdp) };
}
