/** What the clerk's month needs beside the console: the calendar it is lived in, calls over HTTP, terminals. */
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import type { DeviceAt, DeviceRecord } from '../../src/domains/device/public.server.ts';
import { demoPassword } from '../../src/domains/identity/public.server.ts';
import { firstDayAfterMonth } from '../../src/domains/wallet/public.server.ts';
import { dateAt } from '../../src/kit/server/clock.ts';
import { testClock } from '../support/moment.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { launchChromium } from './shell-support.ts';

const area = '/admin/organization';

/** The month after the demo's: it begins without a movement of its own. */
export const month = firstDayAfterMonth(dateAt(testClock.now())).slice(0, 7);
export const after = firstDayAfterMonth(`${month}-01`);
export const dayOf = (day: number) => `${month}-${String(day).padStart(2, '0')}`;
export const lastDay = dateAt(Date.parse(`${after}T00:00:00+08:00`) - 3_600_000);
export const days = { businessDate: [`${month}-01`, lastDay] };

export type Row = Record<string, unknown> & { id: number };
export interface Listed {
  rows: Row[];
  total: number;
  sums: Record<string, number>;
  check?: { ok: boolean; text: string } | null;
}

export interface Terminal {
  at: DeviceAt;
  next: number;
}

export interface School {
  app: TestApp;
  browser: Browser;
  organizationId: number;
  /** Sets the server's clock to an hour of a day; everything that signs in from now on does so then. */
  travel(day: string, time: string): number;
  /** Data of a call by the clerk, or by another account. @throws when refused. */
  call<T = unknown>(path: string, verb: string, body?: Record<string, unknown>, account?: string): Promise<T>;
  list(path: string, search: Record<string, unknown>): Promise<Listed>;
  /** Main balance of the person with this job number, fen. */
  main(jobNumber: string): Promise<number>;
  /** A window with fixed prices, and the shop's till. */
  terminals(): Promise<{ window: Terminal; shop: Terminal }>;
  stop(): Promise<void>;
}

/** Starts a small school, one day old. */
export async function openSchool(): Promise<School> {
  const [app, browser] = await Promise.all([startTestServer({ demo: { days: 1, share: 0.06 } }), launchChromium()]);
  const tokens = new Map<string, string>();
  const { rows } = await app.services.pool.query<{ id: number }>(
    "select id from organization where name = '青禾实验中学'",
  );
  const organizationId = rows[0]!.id;

  const call: School['call'] = async <T>(path: string, verb: string, body = {}, account = 'school') => {
    const token = tokens.get(account) ?? (await app.login(account));
    tokens.set(account, token);
    const answer = await app.post(area + path, verb, body, token);
    expect(answer.body.errorcode, `${path}/${verb}: ${answer.body.errormsg}`).toBe(0);
    if (answer.body.token) tokens.set(account, answer.body.token);
    return answer.body.data as T;
  };
  const list: School['list'] = (path, search) => call<Listed>(path, 'query', { size: 100, search });
  return {
    app,
    browser,
    organizationId,
    travel(day, time) {
      const at = Date.parse(`${day}T${time}:00+08:00`);
      app.clock.set(at);
      tokens.clear();
      return at;
    },
    call,
    list,
    main: async (jobNumber) => Number((await list('/user', { keyword: jobNumber })).rows[0]?.mainBalanceFen),
    async terminals() {
      const found = await app.services.pool.query<DeviceAt>(
        `select d.id as "deviceId", d.organization_id as "organizationId", d.sn, d.name, d.mode,
           d.deploy_site_id as "deploySiteId", s.restaurant_id as "restaurantId", true as "placeActive"
         from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
         where d.organization_id = $1 order by d.id`,
        [organizationId],
      );
      const of = (mode: string): Terminal => ({ at: found.rows.find((d) => d.mode === mode)!, next: 1 });
      return { window: of('FIXED'), shop: of('AMOUNT') };
    },
    async stop() {
      await browser.close();
      await app.stop();
    },
  };
}

/** One record of a terminal, counted on. */
export function record(terminal: Terminal, at: number, cardNo: string, more: Partial<DeviceRecord> = {}): DeviceRecord {
  const seq = terminal.next;
  terminal.next += 1;
  return {
    // The demo's records lie in the epochs of its pairings, which are seconds since 1970.
    epoch: 1,
    seq,
    occurredAt: at,
    deviceTime: at,
    cardNo,
    mode: more.amountFen === undefined ? 'FIXED' : 'AMOUNT',
    identify: 'CARD',
    offline: false,
    ...more,
  };
}

/** Closes over HTTP every month with movements before the one that is walked. */
export async function closeEarlier(school: School): Promise<void> {
  interface State {
    open: string[];
    running: unknown;
    last: { breakCount: number } | null;
    steps: { key: string; ok: boolean; weight: string }[];
    totals: { closingFen: number } | null;
  }
  const state = (path: string) => school.call<State>(path, 'state');
  const settled = (path: string) => expect.poll(async () => (await state(path)).running).toBeNull();
  for (;;) {
    const [first] = (await state('/month_close')).open;
    if (!first || first >= month) return;
    await school.call('/ledger_check', 'check');
    await settled('/ledger_check');
    const { steps, totals } = await state('/month_close');
    for (const step of steps)
      if (!step.ok && step.weight === 'SOFT')
        await school.call('/month_close', 'accept', { month: first, step: step.key, note: '上月遗留，另行处理' });
    await school.call('/month_close', 'close', {
      month: first,
      closingFen: totals!.closingFen,
      witness: { account: 'finance', password: demoPassword },
    });
    await settled('/month_close');
    expect((await state('/month_close')).open).not.toContain(first);
  }
}

/** Every report of the organization with the search that narrows it to the month walked, and its address in the console. */
export function reportsOf({ app }: School): { path: string; search: Record<string, unknown>; link: string }[] {
  return app.services.registry.all.flatMap(({ path, page }) => {
    if (page.kind !== 'report' || !path.startsWith(`${area}/`)) return [];
    const range = page.list?.search?.find(
      (s) => typeof s === 'object' && s.range && ['date', 'time'].includes(page.fields[s.key]?.kind ?? ''),
    );
    const key = typeof range === 'object' ? range.key : undefined;
    const [short, from] = [path.slice(area.length), `${month}-01`];
    return key
      ? [{ path: short, search: { [key]: [from, lastDay] }, link: `${short}?${key}=${from},${lastDay}` }]
      : [{ path: short, search: {}, link: short }];
  });
}
