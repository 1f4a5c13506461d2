/** Cards: the state table against the database, numbers that come back, money with a card, and the devices' list. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dispatch } from '../../../kit/server/page/dispatch.ts';
import { units } from '../../tenancy/testing.ts';
import { peopleImport } from '../persons/import-people.ts';
import { cardListSince, cardListVersion, payerByCard } from '../queries.ts';
import { type PeopleBench, peopleBench, userPage } from '../testing.ts';
import { firstCard } from './card-buttons.ts';
import { type CardEvent, type CardStatus, cardFlow, cardStatuses } from './card-states.ts';

let bench: PeopleBench;
beforeAll(async () => {
  bench = await peopleBench();
});
afterAll(() => bench?.close());

let serial = 0;
const nextNo = () => `C${String(++serial).padStart(6, '0')}`;
const act = (verb: string, body: Record<string, unknown>) =>
  bench.school.call<Record<string, unknown> | null>(userPage, verb, body);
const since = (version: number, limit = 500) => cardListSince(bench.services.pool, units.organization, version, limit);
const version = () => cardListVersion(bench.services.pool, units.organization);

const lastAudit = async (personId: number) =>
  (
    await bench.database.pool.query(
      'select action, changes from system_log where target_id = $1 order by id desc limit 1',
      [String(personId)],
    )
  ).rows[0];

const cardsOf = async (personId: number) =>
  (
    await sql<{ card_no: string; status: string; seq: number; deposit_fen: number }>`
      select card_no, status, seq, deposit_fen from card where person_id = ${personId} order by seq, id`.execute(
      bench.db,
    )
  ).rows;

/** What the page's buttons do, by event of the table; 注销 has no button: only a returned card is cancelled. */
const buttons: Partial<Record<CardEvent, (id: number) => Promise<unknown>>> = {
  issue: (id) => act('issueCard', { id, cardNo: nextNo() }),
  loss: (id) => act('reportLoss', { id }),
  lift: (id) => act('liftLoss', { id }),
  freeze: (id) => act('freezeCard', { id }),
  unfreeze: (id) => act('unfreezeCard', { id }),
  replace: (id) => act('replaceCard', { id, cardNo: nextNo() }),
  exchange: (id) => act('exchangeCard', { id, cardNo: nextNo() }),
  return: (id) => act('returnCard', { id }),
};

describe('the state table', () => {
  const states = cardStatuses.map((s) => s.value).filter((s) => s !== 'BLANK');
  const cases = states.flatMap((from) => (Object.keys(buttons) as CardEvent[]).map((event) => [from, event] as const));

  test.each(cases)('%s: %s', async (from, event) => {
    const id = await bench.open({ name: '卡人', cardNo: nextNo() });
    await bench.database.pool.query('update card set status = $2 where person_id = $1', [id, from]);
    const held = ['NORMAL', 'LOST', 'FROZEN'].includes(from);
    const transition: { from: readonly CardStatus[]; to: CardStatus } = cardFlow.moves[event];
    // A card out of use is no longer the person's: a new one may be issued.
    const allowed = event === 'issue' ? !held : held && transition.from.includes(from);
    const before = await version();
    const answer = await buttons[event]!(id);
    const cards = await cardsOf(id);
    if (!allowed) {
      expect(answer).toMatchObject({ refused: true });
      expect(cards.map((c) => c.status)).toEqual([from]);
      expect(await version()).toBe(before);
      return;
    }
    expect(answer).not.toMatchObject({ refused: true });
    expect(await version()).toBeGreaterThan(before);
    const renewed = event === 'issue' || event === 'replace' || event === 'exchange';
    expect(cards.map((c) => c.status)).toEqual(
      renewed ? [event === 'issue' ? from : 'REPLACED', 'NORMAL'] : [transition.to],
    );
  });
});

describe('numbers', () => {
  test('a number is never live twice and comes back once its card is out of use', async () => {
    const cardNo = nextNo();
    const first = await bench.open({ name: '前人', cardNo });
    const second = await bench.open({ name: '后人' });
    expect(await act('issueCard', { id: second, cardNo })).toMatchObject({
      fields: { cardNo: `卡号「${cardNo}」正由 前人 使用（正常）` },
    });
    await act('reportLoss', { id: first });
    expect(await act('issueCard', { id: second, cardNo })).toMatchObject({ refused: true });
    await act('replaceCard', { id: first, cardNo: nextNo() });
    expect(await act('issueCard', { id: second, cardNo })).toMatchObject({ receipt: { title: '发卡凭证' } });
    expect(await payerByCard(bench.services.pool, units.organization, cardNo)).toMatchObject({
      personId: second,
      cardStatus: 'NORMAL',
    });
    const entries = (await since(0)).entries.filter((e) => e.cardNo === cardNo);
    expect(entries).toMatchObject([{ personId: second, cardStatus: 'NORMAL' }]);
  });

  test('the database itself refuses a second live card of a number or a person', async () => {
    const cardNo = nextNo();
    const id = await bench.open({ name: '一卡', cardNo });
    const insert = (person: number, no: string) =>
      bench.database.pool.query(
        `insert into card (organization_id, id, card_no, person_id, status, created_at, updated_at)
         values ($1, $2, $3, $4, 'NORMAL', now(), now())`,
        [units.organization, 900_000 + ++serial, no, person],
      );
    await expect(insert(id, nextNo())).rejects.toMatchObject({ constraint: 'card_live_person' });
    const other = await bench.open({ name: '另一人' });
    await expect(insert(other, cardNo)).rejects.toMatchObject({ constraint: 'card_live_no' });
  });

  test('a blank card of the stock is taken by its number', async () => {
    const cardNo = nextNo();
    await bench.database.pool.query(
      `insert into card (organization_id, id, card_no, status, created_at, updated_at) values ($1, 777, $2, 'BLANK', now(), now())`,
      [units.organization, cardNo],
    );
    const id = await bench.open({ name: '领空白卡', cardNo });
    const rows = await sql`select id, status, version from card where person_id = ${id}`.execute(bench.db);
    expect(rows.rows).toEqual([{ id: 777, status: 'NORMAL', version: 2 }]);
  });

  test('of many who want one number at once, one gets it', async () => {
    const cardNo = nextNo();
    const ids = await Promise.all([1, 2, 3, 4].map((n) => bench.open({ name: `抢${n}` })));
    const answers = await Promise.all(ids.map((id) => act('issueCard', { id, cardNo })));
    expect(answers.filter((a) => a && 'receipt' in a)).toHaveLength(1);
    expect(answers.filter((a) => a?.refused)).toHaveLength(3);
  });
});

describe('money with a card', () => {
  const purse = async (id: number) => (await bench.row(id)).mainBalanceFen;

  test('a fee from the main account and the card come together or not at all', async () => {
    const id = await bench.open({ name: '工本费' });
    const cardNo = nextNo();
    const issue = { id, cardNo, chargeKind: 'FEE', chargeFen: 1000, payBy: 'MAIN' };
    expect(await act('issueCard', issue)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await cardsOf(id)).toEqual([]);
    await bench.services.wallet.submit({
      kind: 'RECHARGE',
      organizationId: units.organization,
      requestKey: 'fee-test',
      personId: id,
      occurredAt: bench.clock.now(),
      amountFen: 1500,
      channel: 'CASH',
    });
    const told = (more: object = {}) => act('outcome', { action: 'issueCard', ...issue, ...more });
    expect(await told()).toMatchObject({
      lines: expect.arrayContaining([
        ['金额', '10.00 元'],
        ['主账户', '15.00 → 5.00 元'],
      ]),
      amountFen: 1_000,
    });
    expect(await told({ payBy: 'CASH' })).toMatchObject({
      lines: expect.arrayContaining([['金额', '10.00 元，现金，账户不变']]),
    });
    expect(await told({ chargeKind: 'NONE', chargeFen: 0 })).toMatchObject({
      lines: [['账户', '余额不变；须审核的，通过后才入账']],
    });
    expect(await cardsOf(id)).toEqual([]);
    expect(await act('issueCard', issue)).toMatchObject({
      receipt: { lines: expect.arrayContaining([['工本费', '10.00 元（主账户）']]) },
    });
    expect(await purse(id)).toBe(500);
    const taken = await bench.open({ name: '卡号被占' });
    expect(
      await act('issueCard', { id: taken, cardNo, chargeKind: 'FEE', chargeFen: 1000, payBy: 'CASH' }),
    ).toMatchObject({
      fields: { cardNo: expect.any(String) },
    });
    const fees = await sql`select 1 from posting where person_id = ${taken}`.execute(bench.db);
    expect(fees.rows).toEqual([]);
  });

  test('a fee taken by mistake goes back the way it had come, once; the card stays', async () => {
    const id = await bench.open({ name: '收错费' });
    const refusal = { code: 'NO_CARD_FEE', params: { name: '收错费', days: 31 } };
    await act('issueCard', { id, cardNo: nextNo(), chargeKind: 'FEE', chargeFen: 800, payBy: 'CASH' });
    await bench.services.wallet.submit({
      kind: 'RECHARGE',
      organizationId: units.organization,
      requestKey: 'fee-back',
      personId: id,
      occurredAt: bench.clock.now(),
      amountFen: 1000,
      channel: 'CASH',
    });
    await act('exchangeCard', { id, cardNo: nextNo(), chargeKind: 'FEE', chargeFen: 300, payBy: 'MAIN' });
    expect(await purse(id)).toBe(700);
    const back = () => act('returnFee', { id, reason: '卡片质量问题' });
    expect(await back()).toMatchObject({
      receipt: { title: '退工本费凭证', lines: expect.arrayContaining([['退还', '3.00 元（退回主账户）']]) },
    });
    expect(await purse(id)).toBe(1000);
    expect(await back()).toMatchObject({
      receipt: { lines: expect.arrayContaining([['退还', '8.00 元（现金）']]) },
    });
    expect(await purse(id)).toBe(1000);
    expect(await back()).toMatchObject(refusal);
    expect((await cardsOf(id)).map((c) => c.status)).toEqual(['REPLACED', 'NORMAL']);
    expect((await lastAudit(id)).action).toBe('退工本费');
  });

  test('an amount is asked for a fee or a deposit alone', async () => {
    const asked = firstCard.form!.chargeFen!.when!;
    expect(['NONE', 'FEE', 'DEPOSIT', null].map((chargeKind) => asked({ chargeKind }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const id = await bench.open({ name: '不收费' });
    const slip = await act('issueCard', { id, cardNo: nextNo(), chargeKind: 'NONE', chargeFen: 1500 });
    expect(JSON.stringify(slip)).not.toContain('工本费');
    expect(await purse(id)).toBe(0);
    await act('reportLoss', { id });
    expect(await act('replaceCard', { id, cardNo: nextNo(), chargeKind: 'FEE' })).toMatchObject({
      fields: { chargeFen: '请填写收费金额' },
    });
  });

  test('a deposit passes to the replacement and comes back at return', async () => {
    const id = await bench.open({ name: '押金' });
    await act('issueCard', { id, cardNo: nextNo(), chargeKind: 'DEPOSIT', chargeFen: 2000, payBy: 'CASH' });
    await act('reportLoss', { id });
    await act('replaceCard', { id, cardNo: nextNo(), chargeKind: 'FEE', chargeFen: 500, payBy: 'CASH' });
    expect((await cardsOf(id)).map((c) => c.deposit_fen)).toEqual([0, 2000]);
    expect(await act('close', { id })).toMatchObject({ code: 'DEPOSIT_LEFT' });
    expect(await act('returnCard', { id, depositBy: 'MAIN' })).toMatchObject({
      receipt: { lines: expect.arrayContaining([['退还押金', '20.00 元（主账户）']]) },
    });
    expect(await purse(id)).toBe(2000);
    expect((await cardsOf(id)).map((c) => [c.status, c.deposit_fen])).toEqual([
      ['REPLACED', 0],
      ['RETURNED', 0],
    ]);
  });
});

describe('the card list of the devices', () => {
  let from: number;
  beforeEach(async () => {
    from = await version();
  });

  test('each change of a card or of its person comes once, in order, and pages do not lose any', async () => {
    const ids: number[] = [];
    for (const n of [1, 2, 3, 4, 5]) ids.push(await bench.open({ name: `名单${n}`, cardNo: nextNo() }));
    let at = from;
    const seen: number[] = [];
    for (let part = await since(at, 2); ; part = await since(at, 2)) {
      seen.push(...part.entries.map((e) => e.personId));
      at = part.version;
      if (!part.more) break;
    }
    expect(seen).toEqual(ids);
    expect(at).toBe(await version());
    await act('suspend', { ids: [ids[0]] });
    await act('reportLoss', { id: ids[1] });
    await act('update', { id: ids[2], name: '改名' });
    await act('update', { id: ids[3], phone: '13812345678' });
    expect((await since(at)).entries).toMatchObject([
      { personId: ids[0], personStatus: 'SUSPENDED', cardStatus: 'NORMAL' },
      { personId: ids[1], cardStatus: 'LOST' },
      { personId: ids[2], name: '改名' },
    ]);
  });

  test('a whole selection goes lost, or nobody does', async () => {
    const ids = [await bench.open({ name: '群一', cardNo: nextNo() }), await bench.open({ name: '群二' })];
    expect(await act('reportLoss', { ids })).toMatchObject({ code: 'NOT_NOW' });
    expect((await bench.row(ids[0]!)).cardStatus).toBe('NORMAL');
  });
});

describe('terminals that have not acknowledged', () => {
  let device = 7_000;
  /** A terminal in use that says it has this list, with records it keeps back. */
  const terminal = async (name: string, listVersion: number, waiting = 0) => {
    device += 1;
    const { pool } = bench.database;
    await pool.query(
      `insert into device_type (id, name, model, kind, abilities, created_at, updated_at)
       values (700, '消费机', 'M700', 'FACE_POS', '{CARD}', now(), now()) on conflict do nothing`,
    );
    await pool.query(
      `insert into device (id, sn, type_id, name, organization_id, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'ACTIVE', now(), now())`,
      [device, `SN${device}`, 700, name, units.organization],
    );
    await pool.query(
      `insert into device_beat (device_id, last_beat_at, ip, firmware, offline_count, list_version, clock_offset_ms, epoch, last_seq)
       values ($1, now(), '', '', $2, $3, 0, 1, 0)`,
      [device, waiting, listVersion],
    );
    return device;
  };
  const beat = (id: number, listVersion: number, waiting = 0) =>
    bench.database.pool.query('update device_beat set list_version = $2, offline_count = $3 where device_id = $1', [
      id,
      listVersion,
      waiting,
    ]);
  const clear = async () => {
    await bench.database.pool.query('delete from device_beat where device_id > 7000');
    await bench.database.pool.query('delete from device where id > 7000');
  };
  beforeEach(clear);
  afterAll(clear);

  test('a number somebody else carried waits for every terminal, by every way a card is given', async () => {
    const [cardNo, physicalNo] = [nextNo(), nextNo()];
    const first = await bench.open({ name: '前人', cardNo, physicalNo });
    const [one, two] = [await terminal('一号机', await version()), await terminal('二号机', await version())];
    const never = await terminal('新机', 0);
    await bench.database.pool.query('delete from device_beat where device_id = $1', [never]);
    await act('returnCard', { id: first });
    const after = await bench.open({ name: '后人' });
    const early = {
      code: 'INVALID_FIELDS',
      fields: {
        cardNo: `卡号「${cardNo}」原由 前人（已退卡）使用，一号机（名单未同步）、二号机（名单未同步）尚未确认，待设备同步后再发`,
      },
    };
    expect(await act('issueCard', { id: after, cardNo })).toMatchObject(early);
    expect(await act('create', { name: '新人', cardNo, typeId: bench.typeId })).toMatchObject(early);
    expect(await act('issueCard', { id: after, cardNo: nextNo(), physicalNo })).toMatchObject({
      fields: { physicalNo: expect.stringContaining('一号机（名单未同步）') },
    });
    await beat(one, await version());
    expect(await act('issueCard', { id: after, cardNo })).toMatchObject({
      fields: { cardNo: expect.stringContaining('使用，二号机（名单未同步）尚未确认') },
    });
    await beat(two, await version(), 3);
    expect(await act('issueCard', { id: after, cardNo })).toMatchObject({
      fields: { cardNo: expect.stringContaining('使用，二号机（3 笔未上传）尚未确认') },
    });
    await beat(two, await version());
    expect(await act('issueCard', { id: after, cardNo })).toHaveProperty('receipt');
    expect((await payerByCard(bench.database.pool, units.organization, cardNo))?.name).toBe('后人');
  });

  test('the same person’s own number, a free number, and a decision not to wait', async () => {
    const cardNo = nextNo();
    const holder = await bench.open({ name: '换号人', cardNo });
    await terminal('一号机', await version());
    await act('reportLoss', { id: holder });
    expect(await act('replaceCard', { id: holder, cardNo })).toHaveProperty('receipt');
    await act('returnCard', { id: holder });
    const other = await bench.open({ name: '急用人' });
    expect(await act('issueCard', { id: other, cardNo })).toMatchObject({ code: 'INVALID_FIELDS' });
    expect(await act('issueCard', { id: other, cardNo, reuseNow: true })).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { reuseReason: '启用原因不能为空' },
    });
    expect(await act('issueCard', { id: other, cardNo, reuseNow: true, reuseReason: '新生急用' })).toHaveProperty(
      'receipt',
    );
    expect(await lastAudit(other)).toMatchObject({
      action: '发卡',
      changes: expect.arrayContaining([
        expect.objectContaining({ label: '终端未全部同步，仍然启用', after: '新生急用' }),
      ]),
    });
    const third = await bench.open({ name: '新卡人' });
    expect(await act('issueCard', { id: third, cardNo: nextNo() })).toHaveProperty('receipt');
  });

  test('taking a number at once needs its own permission, by every way a card is given', async () => {
    const [cardNo, spare] = [nextNo(), nextNo()];
    const former = await bench.open({ name: '前人三', cardNo });
    await terminal('一号机', await version());
    await act('returnCard', { id: former });
    const now = { cardNo, reuseNow: true, reuseReason: '急用' };
    const grants = new Set(
      ['query', 'create', 'issueCard', 'replaceCard', 'exchangeCard'].map((verb) => `${userPage}#${verb}`),
    );
    const person = await bench.open({ name: '无权办理' });
    const without = async <T>(verb: string, body: Record<string, unknown>) => {
      const ctx = bench.school.ctx(userPage);
      const session = { ...ctx.session, grants };
      const { registry } = bench.services;
      return (await dispatch(registry, registry.at(userPage)!, verb, { ...ctx, session }, body)) as T;
    };
    const refused = { code: 'INVALID_FIELDS', fields: { reuseNow: expect.stringContaining('没有权限') } };
    expect(await without('issueCard', { id: person, ...now })).toMatchObject(refused);
    expect(await without('create', { name: '无权开户', typeId: bench.typeId, ...now })).toMatchObject(refused);
    await act('issueCard', { id: person, cardNo: spare });
    expect(await without('exchangeCard', { id: person, ...now })).toMatchObject(refused);
    grants.add(`${userPage}#reuseCard`);
    expect(await without('exchangeCard', { id: person, ...now })).toHaveProperty('receipt');
    await act('returnCard', { id: person });
    const made = await without<{ id: number }>('create', { name: '有权开户', typeId: bench.typeId, ...now });
    expect(await lastAudit(made.id)).toMatchObject({
      action: '开户',
      changes: expect.arrayContaining([expect.objectContaining({ key: 'reuseNow', after: '急用' })]),
    });
    expect((await payerByCard(bench.database.pool, units.organization, cardNo))?.name).toBe('有权开户');
  });

  test('an import takes numbers at once where a row says so and why', async () => {
    const cardNo = nextNo();
    const former = await bench.open({ name: '前人四', cardNo });
    await terminal('一号机', await version());
    await act('returnCard', { id: former });
    const ctx = bench.school.ctx(userPage);
    const row = (values: Record<string, unknown>) => [
      { rowNo: 2, values: { importName: '导入人', cardNo, ...values } },
    ];
    expect((await peopleImport.check!(ctx, row({}))).get(2)).toHaveProperty('cardNo');
    expect((await peopleImport.check!(ctx, row({ reuseNow: true }))).get(2)).toEqual({ reuseReason: '不能为空' });
    const said = row({ reuseNow: true, reuseReason: '换届' });
    expect((await peopleImport.check!(ctx, said)).size).toBe(0);
    expect((await peopleImport.commit(ctx, said)).size).toBe(0);
    const { rows } = await bench.database.pool.query(
      `select changes from system_log where action = '导入开户' order by id desc limit 1`,
    );
    expect(rows[0].changes).toMatchObject([{ label: '第 2 行 终端未全部同步，仍然启用', after: `${cardNo}：换届` }]);
  });

  test('an account is closed when no terminal takes its card any more', async () => {
    const cardNo = nextNo();
    const id = await bench.open({ name: '离校人', cardNo });
    const one = await terminal('一号机', await version());
    expect(await act('close', { id })).toMatchObject({
      code: 'CLOSE_UNTOLD',
      params: { name: '离校人', cardNo, devices: '一号机（名单未同步）' },
    });
    await act('leave', { id });
    expect(await act('close', { id })).toMatchObject({ code: 'CLOSE_UNSYNCED' });
    await beat(one, await version(), 2);
    expect(await act('close', { id })).toMatchObject({
      code: 'CLOSE_UNSYNCED',
      params: { devices: '一号机（2 笔未上传）' },
    });
    expect((await cardsOf(id)).map((c) => c.status)).toEqual(['NORMAL']);
    await beat(one, await version());
    expect(await act('close', { id })).toBeNull();
    expect((await cardsOf(id)).map((c) => c.status)).toEqual(['RETURNED']);
    const [now, bare] = [await bench.open({ name: '急走人', cardNo: nextNo() }), await bench.open({ name: '无卡人' })];
    expect(await act('close', { id: now, closeNow: true })).toBeNull();
    expect(await act('close', { id: bare })).toBeNull();
  });

  test('terminals of others, or back in stock, do not count', async () => {
    const cardNo = nextNo();
    const first = await bench.open({ name: '前人二', cardNo });
    const [stored, others] = [await terminal('库里', await version()), await terminal('别家', await version())];
    await bench.database.pool.query(`update device set status = 'IN_STOCK', organization_id = null where id = $1`, [
      stored,
    ]);
    await bench.database.pool.query('update device set organization_id = $2 where id = $1', [
      others,
      units.otherOrganization,
    ]);
    await act('returnCard', { id: first });
    const after = await bench.open({ name: '后人二' });
    expect(await act('issueCard', { id: after, cardNo })).toHaveProperty('receipt');
  });
});
