/** What a unit may do by what it has paid: every page in every state, through the door of all pages. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areaOf, verbsOf } from '../../../kit/define/page.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { dispatch } from '../../../kit/server/page/dispatch.ts';
import { readsOnly } from '../../../kit/server/page/page-guard.ts';
import { createRegistry, loadBindings, type Registered, type Registry } from '../../../kit/server/page/registry.ts';
import type { Caller } from '../../tenancy/testing.ts';
import { divisions, divisionsOf } from '../applications/divisions.ts';
import { type ServiceState, serviceStates } from '../applications/service-state.ts';
import { billing } from '../domain.ts';
import { type BillBench, billBench, units } from '../testing.ts';
import { isNeverBlocked, neverBlocked } from './never-blocked.ts';

let registry: Registry;
let bench: BillBench;
const callers = new Map<string, Caller>();
const path = (unitType: string, below: string) => `/admin/${unitType.toLowerCase()}${below}`;
const pagesOf = (unitType: string) => registry.all.filter((entry) => areaOf(entry.path) === unitType.toLowerCase());

beforeAll(async () => {
  registry = createRegistry(await loadBindings(join(import.meta.dirname, '..', '..')));
  bench = await billBench([]);
  bench.services.registry = registry;
  bench.services.jobs = { schedule: async () => undefined } as never;
  await billing.start!(bench.services);
  await bench.services.pool.query(`update application set status = 'NORMAL', price_year_fen = 1`);
  callers.set('ORGANIZATION', await bench.as('ORGANIZATION', units.organization));
  callers.set('CONTRACTOR', await bench.as('CONTRACTOR', units.contractor));
});
afterAll(() => bench?.database.drop());

describe('the division of the pages', () => {
  test('every page of organizations and contractors belongs to exactly one application', () => {
    const wrong = ['ORGANIZATION', 'CONTRACTOR'].flatMap((unitType) =>
      pagesOf(unitType).flatMap((entry) => {
        const found = divisionsOf(registry, entry.path);
        return found.length === 1 && found[0]!.unitType === unitType
          ? []
          : [`${entry.path}: ${found.map((d) => d.code)}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(divisionsOf(registry, '/admin/platform/application')).toEqual([]);
  });

  test('what belongs to a page belongs to its application', () => {
    expect(divisionsOf(registry, path('ORGANIZATION', '/subsidy/batch_recharge/lines'))[0]!.code).toBe('SUBSIDY');
    expect(divisionsOf(registry, path('ORGANIZATION', '/settlement/claim'))[0]!.code).toBe('ORG_BASE');
  });

  test('there is one base for each side, and no code twice', () => {
    for (const unitType of ['ORGANIZATION', 'CONTRACTOR'])
      expect(divisions.filter((one) => one.unitType === unitType && one.base)).toHaveLength(1);
    expect(new Set(divisions.map(({ code }) => code)).size).toBe(divisions.length);
  });

  test('what is never blocked names pages and verbs there are', () => {
    const missing = Object.entries(neverBlocked).flatMap(([unitType, kept]) =>
      Object.entries(kept).flatMap(([below, verbs]) => {
        const entry = registry.at(path(unitType, below));
        if (!entry) return [`${unitType} ${below}`];
        return verbs === '*' ? [] : verbs.filter((verb) => !(verb in verbsOf(entry.page))).map((v) => `${below}#${v}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  test('money of diners, corrections, books, food safety and renewing are on that list', () => {
    const kept = (below: string, verb: string) => isNeverBlocked('ORGANIZATION', path('ORGANIZATION', below), verb);
    for (const [below, verb] of [
      ['/refund', 'approve'],
      ['/refund/more', 'submit'],
      ['/third_refund', 'retry'],
      ['/cash_out_detail', 'create'],
      ['/user', 'close'],
      ['/correct', 'create'],
      ['/correct/batch', 'approve'],
      ['/offline_consume', 'post'],
      ['/ledger_check', 'check'],
      ['/month_close', 'close'],
      ['/application', 'renew'],
      ['/unit_bill', 'pay'],
      ['/unit_bill/payment', 'withdraw'],
    ] as const)
      expect([below, verb, kept(below, verb)]).toEqual([below, verb, true]);
    expect(kept('/user', 'create')).toBe(false);
    expect(kept('/recharge', 'create')).toBe(false);
  });
});

/** What the state allows of a verb, said once more than in the guard. */
function allowed(
  unitType: 'ORGANIZATION' | 'CONTRACTOR',
  state: ServiceState,
  code: string,
  entry: Registered,
  verb: string,
) {
  if (isNeverBlocked(unitType, entry.path, verb)) return true;
  if (state === 'NONE') return false;
  if (code === 'FOOD_SAFETY') return true;
  if (state === 'CLOSED') return false;
  return state !== 'READ_ONLY' || readsOnly(entry, verb);
}

async function putInto(state: ServiceState) {
  const today = dateAt(bench.clock.now());
  const ends: Record<ServiceState, string | null> = {
    FREE: null,
    NONE: null,
    TRIAL: addDays(today, 3),
    ACTIVE: addDays(today, 300),
    EXPIRING: addDays(today, 3),
    GRACE: addDays(today, -3),
    READ_ONLY: addDays(today, -30),
    CLOSED: addDays(today, -300),
  };
  const { pool } = bench.services;
  await pool.query('update application set status = $1', [state === 'FREE' ? 'DISABLED' : 'NORMAL']);
  await pool.query('delete from subscription');
  for (const table of ['organization', 'contractor'])
    await pool.query(`update ${table} set expire_at = $1`, [ends[state]]);
  if (ends[state])
    await pool.query(
      `insert into subscription (unit_type, unit_id, application_id, started_on, end_on, trial, closed_on, updated_at)
       select unit_type, unit_id, application_id, $1, $1, $2, $3, now() from unit_service`,
      [ends[state], state === 'TRIAL', state === 'CLOSED' ? today : null],
    );
  for (const [unitType, { session }] of callers) bench.services.pageGuard!.forget(unitType, session.unitId!);
}

test.each(serviceStates.map(({ value }) => value))('every page and verb while it is %s', async (state) => {
  await putInto(state);
  const wrong: string[] = [];
  let refused = 0;
  for (const [unitType, caller] of callers)
    for (const entry of pagesOf(unitType)) {
      const side = unitType as 'ORGANIZATION' | 'CONTRACTOR';
      const code = divisionsOf(registry, entry.path)[0]!.code;
      // The base has no «not opened»: without a day it is there.
      const now = state === 'NONE' && code.endsWith('_BASE') ? 'ACTIVE' : state;
      for (const verb of new Set([
        'query',
        'get',
        'notice',
        'figures',
        ...Object.keys(verbsOf(entry.page)),
        'import_commit',
        'unheard_of',
      ])) {
        const should = allowed(side, now, code, entry, verb);
        const ctx = caller.ctx(entry.path);
        const no = await bench.services.pageGuard!.refuse(ctx, entry, verb, readsOnly(entry, verb));
        if (should !== (no === undefined)) wrong.push(`${entry.path}#${verb} ${should ? 'refused' : 'let through'}`);
        if (!no) continue;
        refused += 1;
        // What is refused is refused by the door, before anything is read of the form.
        const answer = (await dispatch(registry, entry, verb, ctx, {})) as { code?: string };
        if (answer?.code !== no.code) wrong.push(`${entry.path}#${verb} answered ${JSON.stringify(answer)}`);
      }
    }
  expect(wrong).toEqual([]);
  expect(refused > 0).toBe(state === 'READ_ONLY' || state === 'NONE' || state === 'CLOSED');
});

test('reading is reading: lists, exports, print and what a button would do; making is not', () => {
  const entry = (below: string) => registry.at(path('ORGANIZATION', below))!;
  for (const verb of ['query', 'get', 'sums', 'notice', 'export', 'history', 'reveal', 'outcome'])
    expect(readsOnly(entry('/user'), verb)).toBe(true);
  for (const verb of ['create', 'update', 'remove', 'import_commit', 'issueCard', 'unheard_of'])
    expect([verb, readsOnly(entry('/user'), verb)]).toEqual([verb, false]);
  expect(readsOnly(entry('/home'), 'figures')).toBe(true);
});

test('menus of what is not opened or closed are gone, those that can only be read are there', async () => {
  const hidden = async () => bench.services.pageGuard!.hides(callers.get('ORGANIZATION')!.session);
  await putInto('CLOSED');
  expect((await hidden())(path('ORGANIZATION', '/ordering_mode'))).toBe(true);
  expect((await hidden())(path('ORGANIZATION', '/refund'))).toBe(false);
  const closed = path('ORGANIZATION', '/ordering_mode');
  const entry = registry.at(closed)!;
  const ctx = callers.get('ORGANIZATION')!.ctx(closed);
  expect(await bench.services.pageGuard!.refuse(ctx, entry, 'query', true)).toMatchObject({
    code: 'SERVICE_CLOSED',
    params: { name: '订餐', whom: '江南代理 13800138000' },
  });
  await putInto('READ_ONLY');
  expect((await hidden())(path('ORGANIZATION', '/ordering_mode'))).toBe(false);
});

test('above the pages of an application stands when it ends, and what that means; above others nothing', async () => {
  const { pool, clock } = bench.services;
  const today = dateAt(clock.now());
  const said = async (below: string, days: number) => {
    await pool.query(`update subscription set end_on = $1::date, trial = false, closed_on = null`, [
      addDays(today, days),
    ]);
    bench.services.pageGuard!.forget('ORGANIZATION', units.organization);
    return (await bench.services.pageGuard!.warns(callers.get('ORGANIZATION')!.session))(path('ORGANIZATION', below));
  };
  expect(await said('/ordering_mode', 40)).toBeUndefined();
  expect(await said('/ordering_mode', 22)).toContain(
    `「订餐」${addDays(today, 22)} 到期，还有 22 天，请在「应用」页续费`,
  );
  expect(await said('/ordering_mode', -6)).toContain(`${addDays(today, 10)} 起只能查询、导出和打印`);
  expect(await said('/ordering_mode', -20)).toContain('现在只能查询、导出和打印');
  expect(await said('/sample_management', -20)).toContain('这里的记录照常办理');
  const agent = { ...callers.get('ORGANIZATION')!.session, unitType: 'PLATFORM' as const, unitId: null };
  expect((await bench.services.pageGuard!.warns(agent))(path('ORGANIZATION', '/ordering_mode'))).toBeUndefined();
});

test('a debt of one application touches no other, and is lifted at once', async () => {
  await putInto('ACTIVE');
  const { pool } = bench.services;
  await pool.query(
    `update subscription set end_on = '2026-01-01', closed_on = null where application_id = (select id from application where code = 'ORDERING')`,
  );
  const caller = callers.get('ORGANIZATION')!;
  bench.services.pageGuard!.forget('ORGANIZATION', units.organization);
  const ask = (below: string, verb: string) => {
    const entry = registry.at(path('ORGANIZATION', below))!;
    return bench.services.pageGuard!.refuse(caller.ctx(entry.path), entry, verb, readsOnly(entry, verb));
  };
  expect(await ask('/ordering_mode', 'create')).toMatchObject({
    code: 'SERVICE_READ_ONLY',
    params: { name: '订餐', whom: '江南代理 13800138000' },
  });
  expect(await ask('/ordering_mode', 'query')).toBeUndefined();
  expect(await ask('/subsidy/configure', 'create')).toBeUndefined();
  await pool.query(`update subscription set end_on = '2027-01-01'`);
  bench.services.pageGuard!.forget('ORGANIZATION', units.organization);
  expect(await ask('/ordering_mode', 'create')).toBeUndefined();
});
