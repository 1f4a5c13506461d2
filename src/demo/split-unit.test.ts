/** The demo's unit whose top-ups are divided: what is divided is what came in, to the fen, and both sides see it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../tests/support/server.ts';
import { runUnitInvariants } from '../domains/settlement/public.server.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import { at } from './life.ts';
import { handOverDays, openSplitUnit, type SplitUnit, splitSteps } from './split-unit.ts';
import { actorOf } from './units.ts';

let app: TestApp;
let unit: SplitUnit;
let days: string[];

beforeAll(async () => {
  app = await startTestServer({ demo: { days: 1, share: 0.06 } });
  const { services, clock } = app;
  const { rows } = await services.pool.query<{ agentId: number; contractorId: number }>(
    `select (select id from agent order by id limit 1) as "agentId", e.unit_id as "contractorId"
     from employee e join account a on a.id = e.account_id where a.login_name = 'contractor'`,
  );
  const actors = { platform: await actorOf(services, 'platform'), contractor: await actorOf(services, 'contractor') };
  const first = addDays(dateAt(clock.now()), 1);
  const setNow = (ms: number) => clock.set(ms);
  setNow(at(first, 8 * 60));
  unit = await openSplitUnit(services, { ...rows[0]!, ...actors }, first);
  days = Array.from({ length: 9 }, (_, i) => addDays(first, i + 1));
  const span = { from: first, to: days.at(-1)!, until: at(days.at(-1)!, 23 * 60), setNow };
  for (const day of days)
    for (const { when, play } of splitSteps(unit, day, span)) {
      setNow(when);
      await play();
    }
}, 600_000);
afterAll(() => app?.stop());

const handOverDay = () => addDays(days.at(-1)!, -handOverDays);

test('is divided between caterer, unit and platform on its day, whether paid at the counter or by code', async () => {
  const { rows: paid } = await app.services.pool.query<{ day: string; fen: number; online: number }>(
    `select e.business_date::text as day, sum(e.amount_fen)::bigint as fen, count(*) filter (where g.source_type = 'recharge_order')::int as online
     from ledger_entry e join wallet w on w.organization_id = e.organization_id and w.id = e.wallet_id and w.kind = 'MAIN'
     join posting g on g.organization_id = e.organization_id and g.business_date = e.business_date and g.id = e.posting_id
     where e.organization_id = $1 group by 1 order by 1`,
    [unit.organizationId],
  );
  expect(paid.some(({ online }) => online > 0)).toBe(true);
  const platform = await actorOf(app.services, 'platform');
  const { rows } = await platform.call<{
    rows: { businessDate: string; receiverType: string; sourceFen: number; feeFen: number; amountFen: number }[];
  }>('/admin/platform/ledger_detail', 'query', {
    size: 200,
    search: { organizationId: unit.organizationId, mode: ['RECHARGE'] },
  });
  // On the day it changes hands, and on the first of the next caterer, what accounts hold goes back and is divided again.
  const before = (day: string) => day < handOverDay();
  const byDay = [...Map.groupBy(rows, ({ businessDate }) => businessDate)].sort().filter(([day]) => before(day));
  expect(byDay.map(([day]) => day)).toEqual(paid.map(({ day }) => day).filter(before));
  for (const [day, splits] of byDay) {
    const { sourceFen, feeFen } = splits[0]!;
    expect([day, sourceFen]).toEqual([day, paid.find((one) => one.day === day)!.fen]);
    expect([day, splits.reduce((sum, { amountFen }) => sum + amountFen, 0)]).toEqual([day, sourceFen - feeFen]);
    expect([...new Set(splits.map(({ receiverType }) => receiverType))].sort()).toEqual([
      'CONTRACTOR',
      'ORGANIZATION',
      'PLATFORM',
    ]);
  }
  expect(await runUnitInvariants(app.services)).toEqual([]);
});

test('changes hands amid the days: each caterer has its own of them, and of what diners hold the first keeps nothing', async () => {
  const last = handOverDay();
  const { rows } = await app.services.pool.query<{ name: string; first: string; last: string; fen: number }>(
    `select a.login_name as name, min(d.business_date)::text as first, max(d.business_date)::text as last, sum(d.due_fen)::bigint as fen
     from settle_day d join employee e on e.unit_type = 'CONTRACTOR' and e.unit_id = d.contractor_id join account a on a.id = e.account_id
     where d.organization_id = $1 and d.contract_id <> 0 and a.login_name in ('contractor', 'contractor2') group by 1 order by 1`,
    [unit.organizationId],
  );
  expect(rows).toMatchObject([
    { name: 'contractor', last, fen: 0 },
    { name: 'contractor2', first: addDays(last, 1) },
  ]);
  expect(rows[1]!.fen).toBeGreaterThan(0);
  for (const [who, mine] of [
    ['contractor', (day: string) => day <= last],
    ['contractor2', (day: string) => day > last],
  ] as const) {
    const actor = await actorOf(app.services, who);
    const income = await actor.call<{ rows: { businessDate: string }[] }>(
      '/admin/contractor/report_form/everyday_income_summary',
      'query',
      { size: 100, search: { organizationId: unit.organizationId, businessDate: [days[0], days.at(-1)] } },
    );
    expect(income.rows.length).toBeGreaterThan(0);
    expect(income.rows.filter(({ businessDate }) => !mine(businessDate))).toEqual([]);
  }
});
