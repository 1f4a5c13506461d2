/**
 * 人工报餐（V2） with every meal of the week open: from the address to its first cell, and what the main thread has to do for
 * each frame while somebody scrolls from the first person to the last. Work is measured, not the pace of a screen that is not there.
 */
import type { Page } from 'playwright-core';

export interface GridFigures {
  people: number;
  /** Meals across. */
  slots: number;
  openMs: number;
  frameMedianMs: number;
  frameP95Ms: number;
}

const path = '/admin/organization/manual_report_meal_v2';
const steps = 240;

/** Opens all meals for reporting, by the pages' own verbs; the session is that of the page. */
async function openMeals(origin: string, token: string): Promise<void> {
  const call = async <T>(page: string, verb: string, body: object): Promise<T> => {
    const reply = await fetch(`${origin}/api/admin/organization/${page}/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const { errorcode, errormsg, data } = (await reply.json()) as { errorcode: number; errormsg: string; data: T };
    if (errorcode !== 0) throw new Error(`${page}/${verb}: ${errormsg}`);
    return data;
  };
  const setting = await call<{ meals: { mealPeriodId: number }[] }>('meal_reporting_period', 'get', {});
  const times = { openDays: 14, cutDays: 0, cutTime: '00:30', byWorkdays: false, cancelDays: null, cancelTime: null };
  const meals = setting.meals.map((line) => ({ ...line, ...times, open: true }));
  await call('meal_reporting_period', 'update', { id: 1, meals });
  const { rows: rules } = await call<{ rows: { id: number }[] }>('report_meal_mode', 'query', { page: 1, size: 50 });
  for (const { id } of rules) await call('report_meal_mode', 'disable', { id });
  const { rows } = await call<{ rows: { id: number }[] }>('restaurant', 'query', { page: 1, size: 1 });
  await call('report_meal_mode', 'create', {
    name: '实测报餐',
    mode: 'OPT_IN',
    mealPeriodIds: meals.map((line) => line.mealPeriodId),
    typeIds: [],
    dayKinds: ['WORKDAY', 'WEEKEND', 'HOLIDAY'],
    restaurantId: rows[0]!.id,
    maxPortions: 2,
    onMiss: 'NONE',
    freePerMonth: 0,
    steps: [],
    subsidyPays: false,
  });
}

/** The page is signed in already. */
export async function measureGrid(page: Page, origin: string, token: string): Promise<GridFigures> {
  await openMeals(origin, token);
  await page.goto(`${origin}${path}`);
  await page.locator('[data-row="0"] [data-cell="0"]').waitFor();
  // Once more, with the code in the cache: what is measured is the grid.
  await page.reload({ waitUntil: 'commit' });
  const openMs = await page.evaluate(async () => {
    while (!document.querySelector('[data-row="0"] [data-cell="0"]')) await new Promise(requestAnimationFrame);
    return performance.now();
  });
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    async ([count, opened]) => {
      const box = document.querySelector<HTMLElement>('.rm-box')!;
      const work: number[] = [];
      const channel = new MessageChannel();
      /** From the frame's first callback to the first task after it is drawn. */
      const drawn = () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame((at) => {
            const start = performance.now();
            channel.port1.onmessage = () => resolve(performance.now() - Math.max(start, at));
            channel.port2.postMessage(0);
          });
        });
      const far = box.scrollHeight - box.clientHeight;
      for (let i = 1; i <= count; i += 1) {
        box.scrollTop = (far * i) / count;
        work.push(await drawn());
      }
      work.sort((a, b) => a - b);
      const grid = document.querySelector('.rm-grid')!;
      return {
        people: Number(grid.getAttribute('aria-rowcount')) - 2,
        slots: document.querySelector('[data-row]')!.querySelectorAll('[data-cell]').length,
        openMs: opened,
        frameMedianMs: work[work.length >> 1]!,
        frameP95Ms: work[Math.floor(work.length * 0.95)]!,
      };
    },
    [steps, openMs] as const,
  );
}
