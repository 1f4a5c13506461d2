/** The demo school at noon, with two clerks, a window and people with money: the bench of this domain's tests. */

import { startTestServer, type TestApp } from '../../../tests/support/server.ts';
import type { DemoSize } from '../../demo/seed.ts';
import { addDays, dateAt } from '../../kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../../kit/server/refusal.ts';
import type { DeviceAt, DeviceRecord, RecordOutcome } from '../device/public.server.ts';
import type { Posted } from '../wallet/public.server.ts';
import { checkInvariants } from '../wallet/testing.ts';

// Past days by caterer and unit, and their proof.
export { runRules } from './units/run-rules.ts';
export { runTotals } from './units/run-totals.ts';
export type { UnitKey } from './units/unit-totals.ts';

export const area = '/admin/organization';

export interface Diner {
  id: number;
  name: string;
  jobNumber: string;
  cardNo: string;
  typeId: number;
}

export interface Called<T = Record<string, unknown>> {
  errorcode: number;
  errormsg: string;
  fields?: Record<string, string>;
  data: T;
}

/** Signs in on first use; calls below /admin/organization. */
export type Clerk = <T = Record<string, unknown>>(
  page: string,
  verb: string,
  body?: Record<string, unknown>,
  requestKey?: string,
) => Promise<Called<T>>;

export interface ConsumptionBench {
  app: TestApp;
  organizationId: number;
  /** Business day of the clock. */
  today: string;
  school: Clerk;
  /** The second person. */
  finance: Clerk;
  /** Where swipe, eat and upload happen; may be another one for a while. */
  device: DeviceAt;
  lunchId: number;
  /** Those who have nothing set aside for an order of the demo come first. */
  diners: Diner[];
  balance(personId: number): Promise<Record<string, number>>;
  /** Puts money into MAIN. */
  pay(personId: number, amountFen: number): Promise<void>;
  /** Empties MAIN and the subsidies of all but what orders hold, so that nothing can be paid. */
  drain(personId: number): Promise<void>;
  /** A swipe at the window; AMOUNT with a keyed amount unless the record says otherwise. */
  swipe(diner: Diner, record?: Partial<DeviceRecord>): Promise<RecordOutcome>;
  /** A swipe that must be taken. */
  eat(diner: Diner, amountFen: number, record?: Partial<DeviceRecord>): Promise<Posted>;
  upload(records: readonly Partial<DeviceRecord>[]): Promise<RecordOutcome[]>;
  /** All money rules over the school. */
  breaks(): Promise<unknown[]>;
}

function clerk(app: TestApp, account: string): Clerk {
  let token: Promise<string> | undefined;
  return async (page, verb, body = {}, requestKey = undefined) => {
    token ??= app.login(account);
    const headers: Record<string, string> = requestKey ? { 'x-request-key': requestKey } : {};
    const ask = async () => app.post(`${area}/${page}`, verb, body, await token, headers);
    let answer = await ask();
    // Days pass in these tests, sessions end meanwhile: the clerk signs in again.
    if (answer.body.errorcode === 1001) {
      token = app.login(account);
      answer = await ask();
    }
    return answer.body as never;
  };
}

/** Opens the bench at noon of the day after the demo's last; stop `app` in `afterAll`. */
export async function consumptionBench(
  demo?: Partial<DemoSize>,
  env?: Record<string, string>,
): Promise<ConsumptionBench> {
  const app = await startTestServer({ ...(demo && { demo }), ...(env && { env }) });
  const today = addDays(dateAt(app.clock.now()), 1);
  app.clock.set(Date.parse(`${today}T12:00:00+08:00`));
  const { pool, wallet, consumeGateway, ids, clock } = app.services;
  const school = await pool.query<{ id: number }>(
    `select unit_id as id from employee e join account a on a.id = e.account_id where a.login_name = 'school'`,
  );
  const organizationId = school.rows[0]!.id;
  const devices = await pool.query<DeviceAt>(
    `select d.id as "deviceId", d.organization_id as "organizationId", d.sn, d.name, d.mode, d.deploy_site_id as "deploySiteId",
       s.restaurant_id as "restaurantId", true as "placeActive"
     from device d join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
     where d.organization_id = $1 and d.mode = 'FIXED' order by d.id limit 1`,
    [organizationId],
  );
  const device = devices.rows[0]!;
  const meals = await pool.query<{ id: number }>(
    `select id from meal_period where organization_id = $1 and name = '午餐'`,
    [organizationId],
  );
  const people = await pool.query<Diner>(
    `select p.id, p.name, p.job_number as "jobNumber", c.card_no as "cardNo", p.type_id as "typeId"
     from person p join card c on c.organization_id = p.organization_id and c.person_id = p.id and c.status = 'NORMAL'
     where p.organization_id = $1 and p.status = 'NORMAL'
     order by exists (select from hold h where h.organization_id = p.organization_id and h.person_id = p.id and h.status = 'ACTIVE'), p.id`,
    [organizationId],
  );
  let seq = 0;
  const record = (more: Partial<DeviceRecord>): DeviceRecord => ({
    epoch: 7,
    seq: ++seq,
    occurredAt: clock.now(),
    deviceTime: clock.now(),
    mode: 'AMOUNT',
    identify: 'CARD',
    offline: false,
    ...more,
  });
  const bench: ConsumptionBench = {
    app,
    organizationId,
    today,
    school: clerk(app, 'school'),
    finance: clerk(app, 'finance'),
    device,
    lunchId: meals.rows[0]!.id,
    diners: people.rows,
    balance: async (personId) => {
      const { rows } = await pool.query<{ kind: string; fen: number }>(
        `select kind, sum(balance_fen)::bigint as fen from wallet
         where organization_id = $1 and person_id = $2 and status <> 'CLOSED' group by kind`,
        [organizationId, personId],
      );
      return Object.fromEntries(rows.map((r) => [r.kind, r.fen]));
    },
    pay: async (personId, amountFen) => {
      const outcome = await wallet.submit({
        kind: 'DEPOSIT',
        organizationId,
        requestKey: `test:${await ids.next()}`,
        personId,
        occurredAt: clock.now(),
        amountFen,
      });
      if (isRefusal(outcome)) throw new Error(refusalMessage(outcome));
    },
    drain: async (personId) => {
      const { rows } = await pool.query<{ id: number; kind: 'MAIN' | 'SUBSIDY'; fen: number }>(
        `select id, kind, balance_fen - held_fen as fen from wallet where organization_id = $1 and person_id = $2
           and kind in ('MAIN', 'SUBSIDY') and status <> 'CLOSED' and balance_fen > held_fen`,
        [organizationId, personId],
      );
      for (const { id, kind, fen } of rows) {
        const outcome = await wallet.submit({
          kind: 'ADJUST',
          organizationId,
          requestKey: `drain:${await ids.next()}`,
          personId,
          occurredAt: clock.now(),
          purse: kind,
          walletId: id,
          amountFen: -fen,
          reason: 'test',
        });
        if (isRefusal(outcome)) throw new Error(refusalMessage(outcome));
      }
    },
    swipe: (diner, more = {}) => consumeGateway.consume(bench.device, record({ cardNo: diner.cardNo, ...more })),
    eat: async (diner, amountFen, more = {}) => {
      const keyed = (more.mode ?? 'AMOUNT') === 'AMOUNT' ? { amountFen } : {};
      const outcome = await bench.swipe(diner, { ...keyed, ...more });
      if (isRefusal(outcome)) throw new Error(refusalMessage(outcome));
      if (!('posted' in outcome)) throw new Error('suspended');
      return outcome.posted;
    },
    upload: (records) =>
      consumeGateway.upload(
        bench.device,
        records.map((r) => record({ offline: true, ...r })),
      ),
    breaks: () => checkInvariants(pool, organizationId, app.services.ledgerRules),
  };
  return bench;
}

/** Asks until the answer fits, for what a job does behind. @throws when it does not within 15 s. */
export async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 150; tries++) {
    const answer = await ask();
    if (fits(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`never came: ${JSON.stringify(await ask())}`);
}

/** Uploads a sheet with these headings as the school's clerk; answers its key. */
export async function uploadSheet(
  { app }: Pick<ConsumptionBench, 'app'>,
  headings: readonly string[],
  lines: readonly (readonly (string | number)[])[],
): Promise<string> {
  const form = new FormData();
  form.set('kind', 'import');
  const text = [headings, ...lines].map((line) => line.join(',')).join('\n');
  form.set('file', new Blob([text], { type: 'text/csv' }), '名单.csv');
  const sent = await fetch(`${app.origin}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await app.login('school')}` },
    body: form,
  });
  return ((await sent.json()) as { data: { key: string } }).data.key;
}
