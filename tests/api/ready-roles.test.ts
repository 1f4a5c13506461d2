/** The ready-made roles at work: whoever makes a batch cannot approve it, whoever approves cannot make one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantsOf, readyRoles } from '../../src/domains/identity/testing.ts';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import { ownerPath } from '../../src/kit/define/page.ts';
import { startTestServer, type TestApp } from '../support/server.ts';
import { hireAs, told } from './walk.ts';

const more = '/admin/organization/recharge/more';
const notPermitted = 1003;
/** The page knows no departments and the role sees only its own. */
const notForScope = 1007;
const staff = readyRoles.filter((role) => role.unitType === 'ORGANIZATION');

let app: TestApp;
const tokens = new Map<string, string>();

beforeAll(async () => {
  app = await startTestServer();
  const { body } = await app.post('/admin/organization/role', 'options', { size: 50 }, await app.login('school'));
  const roles = body.data as { id: number; name: string }[];
  for (const [i, { name }] of staff.entries()) {
    const role = roles.find((r) => r.name === name);
    if (!role) throw new Error(`the school has no role ${name}`);
    tokens.set(name, await hireAs(app, 'school', 'organization', role.id, `ready-${i}`));
  }
});
afterAll(() => app?.stop());

const as = async (name: string, path: string, verb: string, body: object = {}) =>
  app.post(path, verb, body, tokens.get(name));

describe('the ready-made roles of a school', () => {
  it('open every page they name, and none they do not', async () => {
    for (const role of staff) {
      const named = new Set(grantsOf(app.services.registry, role).map((grant) => grant.split('#')[0]));
      for (const entry of app.services.registry.all) {
        if (!entry.path.startsWith('/admin/organization/') || (!entry.binding.list && !entry.binding.query)) continue;
        const answer = await as(role.name, entry.path, 'query', { size: 1 });
        const code = answer.body.errorcode;
        if (entry.page.everyone) continue;
        // What belongs to a page is open with it.
        let owner = entry;
        while (owner.page.of) owner = app.services.registry.at(ownerPath(owner.path))!;
        const closed = code === notPermitted || code === notForScope;
        expect(closed, told(role.name, entry.path, 'query', answer)).toBe(!named.has(owner.path));
      }
    }
  });

  it('who looks writes nothing, on a page or on what belongs to it', async () => {
    const code = async (role: string, path: string, verb: string) =>
      (await as(role, `/admin/organization/${path}`, verb, { id: 1, ids: [1] })).body.errorcode;
    for (const [path, verb] of [
      ['cook_user/certificate', 'confirm'],
      ['cook_user/training', 'create'],
      ['food_safety_employee/issue', 'find'],
      ['food_safety_employee/check_list', 'amendDAY'],
    ] as const)
      expect(await code('监管', path, verb), `${path}/${verb}`).toBe(notPermitted);
    // Whoever keeps the people sees how far faces are collected; what they are told is no work of theirs.
    expect(await code('人事', 'face_info_count/privacy', 'query')).toBe(0);
    expect(await code('人事', 'face_info_count/privacy', 'create')).toBe(notPermitted);
    // The chief enters certificates, the director confirms them.
    expect(await code('后厨主管', 'cook_user/certificate', 'confirm')).toBe(notPermitted);
    expect(await code('食品安全总监', 'cook_user/certificate', 'confirm')).not.toBe(notPermitted);
    // What a page does not offer is not there, whatever its table could do: inspectors are stopped, never removed.
    const owner = await app.login('school');
    const { rows } = (await app.post('/admin/organization/inspection_user', 'query', { size: 1 }, owner)).body.data as {
      rows: { id: number }[];
    };
    const gone = await app.post('/admin/organization/inspection_user', 'remove', { id: rows[0]!.id }, owner);
    expect(gone.body.errorcode).not.toBe(0);
    const still = await app.post('/admin/organization/inspection_user', 'get', { id: rows[0]!.id }, owner);
    expect(still.body.errorcode).toBe(0);
  });

  it('run a batch between two of them', async () => {
    const { rows } = await app.services.pool.query<{ id: number; n: number }>(
      `select t.id, count(*)::int as n from person p join person_type t on t.organization_id = p.organization_id and t.id = p.type_id
        join organization o on o.id = p.organization_id
       where o.kind = 'SCHOOL' and p.status in ('NORMAL', 'SUSPENDED') group by t.id order by count(*) limit 1`,
    );
    const type = rows[0]!;
    const batch = { mode: 'BY_TYPE', typeIds: [type.id], amountFen: 100, channel: 'IMPORT' };
    expect((await as('财务复核', more, 'create', batch)).body.errorcode).toBe(notPermitted);
    expect((await as('食堂管理员', more, 'create', batch)).body.errorcode).toBe(notPermitted);
    const made = await as('财务', more, 'create', batch);
    expect(made.body.errorcode, told('财务', more, 'create', made)).toBe(0);
    const { id } = made.body.data as { id: number };
    expect((await as('财务', more, 'submit', { id })).body.errorcode).toBe(0);
    expect((await as('财务', more, 'approve', { id })).body.errorcode).toBe(notPermitted);
    const lines = await as('财务复核', `${more}/lines`, 'query', { search: { batchId: id, status: ['PENDING'] } });
    expect(lines.body.data, told('财务复核', `${more}/lines`, 'query', lines)).toMatchObject({ total: type.n });
    const approved = await as('财务复核', more, 'approve', { id });
    expect(approved.body.errorcode, told('财务复核', more, 'approve', approved)).toBe(0);
    await expect
      .poll(async () => (await as('财务', more, 'get', { id })).body.data, { timeout: 20_000 })
      .toMatchObject({ status: 'DONE', postedCount: type.n, failedCount: 0 });
    expect(await checkInvariants(app.services.pool)).toEqual([]);
  });
});

describe('the ready-made roles of a caterer’s buying and stores', () => {
  const erp = '/admin/contractor/erp';
  const daily = '/admin/contractor/supermarket/supermarket_daily_purchase';
  const names = ['采购', '仓管', '验收员', '厨师长', '成本会计', '财务'] as const;
  type Name = (typeof names)[number];
  const hired = new Map<Name, string>();
  const by = async (name: Name, path: string, verb: string, body: object = {}) =>
    app.post(path, verb, body, hired.get(name));
  const codeOf = async (name: Name, path: string, verb: string, body: object = { id: 1, ids: [1] }) =>
    (await by(name, path, verb, body)).body.errorcode;

  beforeAll(async () => {
    const { body } = await app.post('/admin/contractor/role', 'options', { size: 50 }, await app.login('contractor'));
    for (const [i, name] of names.entries()) {
      const role = (body.data as { id: number; name: string }[]).find((one) => one.name === name);
      if (!role) throw new Error(`the caterer has no role ${name}`);
      hired.set(name, await hireAs(app, 'contractor', 'contractor', role.id, `supply-${i}`));
    }
  });

  it('begin on the home of their work, and 财务 on that of the unit', async () => {
    for (const name of names) {
      const { body } = await app.post('/admin', 'get_admin_info_in_session', {}, hired.get(name));
      expect([name, (body.data as { home: string }).home]).toEqual([
        name,
        `/admin/contractor/${name === '财务' ? 'contractor_home' : 'supply_home'}`,
      ]);
    }
  });

  it('do their own work and not each other’s', async () => {
    const own: [Name, string, string][] = [
      ['采购', daily, 'order'],
      ['厨师长', `${erp}/supply_order`, 'approve'],
      ['厨师长', `${erp}/stock_bill`, 'post'],
      ['仓管', `${erp}/stock_bill`, 'submit'],
      ['验收员', `${erp}/receipt`, 'create'],
      ['成本会计', `${erp}/stock_month`, 'close'],
      ['财务', `${erp}/supplier_statement`, 'pay'],
    ];
    for (const [name, path, verb] of own)
      for (const one of names) {
        const denied = (await codeOf(one, path, verb)) === notPermitted;
        expect([one, verb, denied]).toEqual([one, verb, one !== name]);
      }
    // A dearer invoice is the accountant's, goods that go back the storekeeper's: not whoever accepts.
    for (const [verb, name] of [
      ['invoice', '成本会计'],
      ['giveBack', '仓管'],
    ] as const)
      for (const one of names)
        expect([one, (await codeOf(one, `${erp}/receipt/line`, verb)) === notPermitted]).toEqual([one, one !== name]);
  });

  it('take an order above the limit from one hand to the next', async () => {
    const owner = await app.login('contractor');
    const setting = `${erp}/purchase_setting`;
    const { version } = (await app.post(setting, 'get', {}, owner)).body.data as { version?: number };
    const limited = await app.post(setting, 'update', { version, orderLimitFen: 1 }, owner);
    expect(limited.body.errormsg).toBe('');
    const open = { status: ['DRAFT'], purchaseDate: null };
    const { rows } = (await by('采购', daily, 'query', { size: 50, search: open })).body.data as {
      rows: { id: number; supplierId: number | null; amountFen: number; priceState: string | null }[];
    };
    const line = rows.find(
      ({ supplierId, amountFen, priceState }) => supplierId && amountFen > 1 && priceState !== 'WAIT',
    )!;
    const ordered = await by('采购', daily, 'order', { ids: [line.id] });
    expect(ordered.body.errormsg).toBe('');
    const waiting = (
      await by('厨师长', `${erp}/supply_order`, 'query', { search: { status: ['WAITING'], createdAt: null } })
    ).body.data as { rows: { id: number }[] };
    expect(waiting.rows).toHaveLength(1);
    const { id } = waiting.rows[0]!;
    const inbox = (await by('厨师长', '/admin/contractor/approval', 'figures', {})).body.data as {
      mine: { id: number; path: string }[];
    };
    expect(inbox.mine).toContainEqual(expect.objectContaining({ id, path: `${erp}/supply_order` }));
    expect((await by('验收员', `${erp}/receipt`, 'preview', { orderId: id, papers: [] })).body.errormsg).toContain(
      '超限待批',
    );
    expect((await by('厨师长', `${erp}/supply_order`, 'approve', { id })).body.errormsg).toBe('');
    expect((await by('验收员', `${erp}/receipt`, 'preview', { orderId: id, papers: [] })).body.errormsg).toBe('');
    // Who accepts sees what is to come, never what it costs.
    const seen = (await by('验收员', `${erp}/supply_order`, 'get', { id })).body.data as object;
    expect(Object.keys(seen)).not.toContain('amountFen');
  });
});
