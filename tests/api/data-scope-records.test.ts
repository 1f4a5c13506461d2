/** 本部门 and 仅本人 beyond the lists: records, buttons, verbs and forms reach nobody whom such a session does not see, and write nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSession } from '../../src/domains/identity/public.server.ts';
import { formKeys } from '../../src/kit/define/form.ts';
import { ownerPath } from '../../src/kit/define/page.ts';
import type { Session } from '../../src/kit/server/context.ts';
import { makeContext } from '../../src/kit/server/page/make-context.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import { wholeOrganization } from '../../src/kit/server/query/scope.ts';
import { isRefusal } from '../../src/kit/server/refusal.ts';
import { type Answer, startTestServer, type TestApp } from '../support/server.ts';
import { digestOf } from './marks.ts';
import {
  follows,
  giveStranger,
  isCommon,
  type Limit,
  type Narrowed,
  narrowedOnes,
  narrowSchool,
  org,
  type Stranger,
  schoolLists,
  schoolPages,
} from './narrowed.ts';
import { fits, sampleValues, showing } from './samples.ts';
import { allIds, each, optionIds, rowActions, rowIds, told, verbsAt, verbsOnRecord } from './walk.ts';

const notForScope = 1007;
const notFound = 1004;
let app: TestApp;
let school: string;
let narrowed: Narrowed;
let stranger: Stranger;

beforeAll(async () => {
  app = await startTestServer();
  school = await app.login('school');
  narrowed = await narrowSchool(app);
  stranger = await giveStranger(app, narrowed);
});
afterAll(() => app?.stop());

const digest = () => digestOf(app.services.pool, { type: 'ORGANIZATION', id: narrowed.schoolId });
const namesIn = ({ body }: Answer) => narrowed.strangersIn(JSON.stringify(body));
/** Pages with records that sessions of the scope may open. */
const records = (limit: Limit) =>
  schoolLists(app).filter((e) => follows(e, limit) && e.page.kind !== 'settings' && verbsOnRecord(e).length > 0);

/** What the buttons of rows would do, told before it is done. */
const outcomesOf = (entry: Registered) =>
  rowActions(entry).flatMap(({ key: action }) =>
    Object.hasOwn(entry.binding.outcomes ?? {}, action)
      ? [{ verb: 'outcome', body: (id: number): Record<string, unknown> => ({ action, id }) }]
      : [],
  );

/** So many records of the school are looked into for lines. */
const ownersTried = 6;
const triedOfEach = 2;

/** Ids on a page that the school sees and the session does not; lines are looked for within records beyond it. */
async function beyond({ path, page }: Registered, token: string): Promise<number[]> {
  const by = page.of?.by;
  const list = by ? ownerPath(path) : path;
  const seen = new Set(await allIds(app, list, token));
  // A report's line of all walk-ins has no id.
  const ids = (await rowIds(app, list, school)).filter((id) => id > 0 && !seen.has(id));
  if (!by) return ids.slice(0, triedOfEach);
  for (const owner of ids.slice(0, ownersTried)) {
    const lines = await rowIds(app, path, school, { [by]: owner });
    if (lines.length > 0) return lines.slice(0, triedOfEach);
  }
  return [];
}

describe.each(narrowedOnes)('a session limited to %s', (who, limit) => {
  // What a class does not see holds for who sees no department.
  it.skipIf(who === 'none')(
    'is told of records beyond its own that there are none, whatever it would do to them',
    async () => {
      const token = narrowed.tokens[who];
      const before = await digest();
      const faults: string[] = [];
      const untried: string[] = [];
      let mixed = 0;
      await each(records(limit), async (entry) => {
        const ids = await beyond(entry, token);
        const [own] = entry.page.of?.by ? [] : await rowIds(app, entry.path, token);
        if (ids.length === 0 && !isCommon(entry)) untried.push(entry.path.slice(org.length + 1));
        for (const id of ids)
          for (const { verb, body } of [...verbsOnRecord(entry), ...outcomesOf(entry)]) {
            const sent = body(id);
            const bodies = [sent];
            // A batch that begins with a record of its own stops at the other.
            if (own !== undefined && sent.ids) bodies.push({ ...sent, ids: [own, id] });
            mixed += bodies.length - 1;
            for (const one of bodies) {
              const answer = await app.post(entry.path, verb, one, token);
              if (answer.body.errorcode !== notFound || namesIn(answer).length > 0)
                faults.push(told(who, entry.path, verb, answer, JSON.stringify(one)));
            }
          }
      });
      expect(faults).toEqual([]);
      expect(await digest()).toEqual(before);
      // The stranger's order has no lines and no story.
      expect(untried.filter((path) => !['order_food_detail/line', 'order_food_detail/story'].includes(path))).toEqual(
        [],
      );
      if (who === 'class') expect(mixed).toBeGreaterThan(20);
    },
  );

  it('is told by every verb of a page not made for it', async () => {
    const faults: string[] = [];
    const calls = schoolPages(app)
      .filter((e) => !follows(e, limit))
      .flatMap((entry) => verbsAt(entry).map((verb) => ({ entry, verb })));
    await each(calls, async ({ entry, verb }) => {
      const answer = await app.post(entry.path, verb, { id: 1, ids: [1] }, narrowed.tokens[who]);
      if (answer.body.errorcode !== notForScope) faults.push(told(who, entry.path, verb, answer));
    });
    expect(faults).toEqual([]);
    expect(calls.length).toBeGreaterThan(200);
  });

  it('reaches nobody else by the verbs that no button is for', async () => {
    const before = await digest();
    const { personId, tradeId, orderId } = stranger;
    const [paid] = await rowIds(app, `${org}/recharge/detail`, school);
    const asked: [page: string, verb: string, body: object, self?: true][] = [
      ['recharge', 'pay_state', { id: paid }, true],
      ['recharge', 'sandbox_pay', { id: paid }, true],
      ['recharge', 'pay_code', { personId, amountFen: 100, channel: 'WECHAT' }],
      ['refund', 'preview', { personId }],
      ['correct', 'facts', { id: tradeId }],
      ['order_food_detail', 'signOff', { ids: [orderId], missing: [] }],
    ];
    const faults: string[] = [];
    // Who sees what he made himself serves everybody at the counter.
    for (const [page, verb, body] of asked.filter(([, , , self]) => self || limit !== 'SELF')) {
      const answer = await app.post(`${org}/${page}`, verb, body, narrowed.tokens[who]);
      const nothing = answer.body.errorcode === notFound || (answer.body.errorcode === 0 && answer.body.data === null);
      if (!nothing || namesIn(answer).length > 0) faults.push(told(who, page, verb, answer));
    }
    expect(faults).toEqual([]);
    expect(await digest()).toEqual(before);
  });
});

describe.each(['none', 'class'] as const)('a session limited to %s', (who) => {
  it('does nothing by a button that acts on the whole unit', async () => {
    const { rows } = await app.services.pool.query<{ diningDate: string; mealPeriodId: number }>(
      `select dining_date as "diningDate", meal_period_id as "mealPeriodId" from meal_settlement
        where organization_id = $1 order by dining_date limit 1`,
      [narrowed.schoolId],
    );
    const before = await digest();
    const body = { ...rows[0], reason: '终端损坏，无法补传' };
    const faults: string[] = [];
    let buttons = 0;
    for (const { path, page } of schoolPages(app).filter((e) => follows(e, 'DEPARTMENT')))
      for (const action of page.list?.tools ?? []) {
        if (typeof action === 'string' || !action.whole) continue;
        buttons += 1;
        for (const [verb, sent] of [
          [action.key, body],
          ['outcome', { ...body, action: action.key }],
        ] as const) {
          const answer = await app.post(path, verb, sent, narrowed.tokens[who]);
          if (answer.body.errorcode !== notForScope) faults.push(told(who, path, verb, answer));
        }
      }
    expect(faults).toEqual([]);
    expect(buttons).toBe(3);
    expect(await digest()).toEqual(before);
    const { grants } = (await app.post('/admin', 'get_admin_info_in_session', {}, narrowed.tokens[who])).body
      .data as unknown as { grants: string[] };
    // People are let through the doors of a place one by one: it does not forget all of them.
    const [district] = (
      await app.services.pool.query<{ id: number }>(
        `update district set passback = 'WARN' where organization_id = $1 and family = 'SITE' returning id`,
        [narrowed.schoolId],
      )
    ).rows;
    const forget = { id: district!.id, personIds: [] };
    const forgotten = await app.post(`${org}/district`, 'clearPassback', forget, narrowed.tokens[who]);
    expect(forgotten.body).toMatchObject({ errorcode: 1101, fields: { personIds: expect.any(String) } });
    expect(grants).toContain(`${org}/statistics/order_non_eat#stop`);
    expect(grants).not.toContain(`${org}/statistics/order_non_eat#charge`);
  });
});

describe('the account of a class', () => {
  it('learns that a number is taken, not by whom', async () => {
    const { jobNumber, cardNo, departmentName } = stranger;
    const [typeId] = await optionIds(app, `${org}/type`, school);
    const file = { name: '新来的', departmentId: narrowed.own.departmentId, typeId };
    for (const [numbers, said] of [
      [{ jobNumber }, `「${jobNumber}」已属于`],
      [{ cardNo }, `「${cardNo}」正由`],
    ] as const) {
      const answer = await app.post(`${org}/user`, 'create', { ...file, ...numbers }, narrowed.tokens.class);
      expect(answer.body).toMatchObject({ errorcode: 1101, errormsg: expect.stringContaining(said) });
      expect(namesIn(answer).filter((name) => name !== cardNo)).toEqual([]);
      expect(answer.body.errormsg).not.toContain(departmentName);
      const whole = await app.post(`${org}/user`, 'create', { ...file, ...numbers }, school);
      expect(namesIn(whole)).toContain(stranger.name);
    }
  });

  it('learns no more of it from a sheet', async () => {
    const path = `${org}/job_number`;
    const { accountId, employeeId } = narrowed.members.class;
    const session = await loadSession(app.services, accountId, employeeId);
    if (isRefusal(session)) throw new Error(session.code);
    const { check } = app.services.registry.at(path)!.binding.importRows!;
    const { jobNumber } = stranger;
    const asked = (as: Session['scope']) => {
      const ctx = makeContext(app.services, { ...session, scope: as, tokenHash: '' }, path);
      return check!(ctx, [{ rowNo: 1, values: { jobNumber } }]);
    };
    const [own, whole] = [await asked(session.scope), await asked(wholeOrganization(narrowed.schoolId))];
    expect(own.get(1)?.jobNumber).toBe(`「${jobNumber}」已存在`);
    expect(whole.get(1)?.jobNumber).toBe(`「${jobNumber}」已存在（${stranger.name}）`);
  });

  it('names nobody else in a form', async () => {
    const token = narrowed.tokens.class;
    const before = await digest();
    const [own, foreign] = [new Map<string, number[]>(), new Map<string, number>()];
    await each(
      schoolPages(app).filter((e) => e.binding.options),
      async ({ path }) => {
        const mine = await optionIds(app, path, token);
        const other = (await optionIds(app, path, school)).find((id) => !mine.includes(id));
        own.set(path, mine);
        if (other !== undefined) foreign.set(path, other);
      },
    );
    const at = (source: string) => app.services.registry.at(source)?.path ?? '';
    const pick = (source: string) => own.get(at(source))?.[0];
    const faults: string[] = [];
    let tried = 0;
    await each(
      schoolPages(app).filter((e) => follows(e, 'DEPARTMENT')),
      async ({ path, page, binding }) => {
        const forms = [
          ...(binding.create && page.form ? [{ verb: 'create', fields: page.fields, keys: formKeys(page) }] : []),
          ...(page.list?.tools ?? []).flatMap((a) =>
            typeof a === 'string' || !a.form ? [] : [{ verb: a.key, fields: a.form, keys: Object.keys(a.form) }],
          ),
        ];
        for (const { verb, fields, keys } of forms)
          for (const key of keys) {
            const id = fields[key]!.source && foreign.get(at(fields[key]!.source));
            const value = fields[key]!.kind === 'refs' ? [id] : id;
            const values = showing(fields, { ...sampleValues(fields, keys, pick), [key]: value }, key);
            if (!id || !fits(fields, values)) continue;
            tried += 1;
            const answer = await app.post(path, verb, values, token);
            if (!(answer.body.fields as Record<string, string> | undefined)?.[key]?.includes('不存在'))
              faults.push(told('class', path, `${verb} ${key}`, answer));
          }
      },
    );
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(30);
    expect(await digest()).toEqual(before);
  });

  it('puts nobody over another class', async () => {
    const page = `${org}/employee`;
    const { departmentId } = narrowed.own;
    const { rows } = await app.services.pool.query<{ id: number; roles: number[]; other: number }>(
      `select e.id, e.role_ids as roles, (select d.id from department d join department c on c.id = $2
          where d.organization_id = c.organization_id and d.id <> c.id and d.parent_id = c.parent_id order by d.id limit 1) as other
         from employee e join account a on a.id = e.account_id where a.login_name = $1`,
      ['scoped-department1', departmentId],
    );
    const { id, roles, other } = rows[0]!;
    const hired = { name: '班主任', phone: '13912345679', loginName: 'of-a-class', roleIds: roles };
    const file = (await app.post(page, 'get', { id }, narrowed.tokens.class)).body.data as Record<string, unknown>;
    for (const [verb, values] of [
      ['create', hired],
      ['update', file],
    ] as const) {
      const both = { ...values, departmentIds: [departmentId, other] };
      const answer = await app.post(page, verb, both, narrowed.tokens.class);
      expect(answer.body, verb).toMatchObject({ errorcode: 1101, fields: { departmentIds: expect.any(String) } });
      const kept = await app.post(page, verb, { ...values, departmentIds: [departmentId] }, narrowed.tokens.class);
      expect(kept.body.errorcode, told('class', page, verb, kept)).toBe(0);
    }
  });
});
