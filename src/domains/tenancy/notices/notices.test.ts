/** Notices of a caterer: to the units it serves and no others, read once a person, gone when withdrawn or over. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { tenancy } from '../domain.ts';
import { type Caller, type UnitBench, unitBench, units } from '../testing.ts';
import organizations from '../units/pages/organization.server.ts';
import { noticeFlow } from './notice-states.ts';
import notice from './pages/notice.server.ts';
import readers from './pages/notice-unit.server.ts';
import own from './pages/organization-notice.server.ts';

let bench: UnitBench;
let caterer: Caller;
let school: Caller;
const page = '/admin/contractor/notice';
const at = '/admin/organization/notice';
type Rows = { rows: Record<string, unknown>[] };

beforeAll(async () => {
  bench = await unitBench([tenancy], [notice, readers, own, organizations]);
  caterer = await bench.as('CONTRACTOR', units.contractor);
  school = await bench.as('ORGANIZATION', units.organization);
});
afterAll(() => bench?.database.drop());

const write = async (change: object = {}) =>
  (
    await caterer.call<{ id: number }>(page, 'create', {
      title: '国庆供餐安排',
      content: '十月一日至三日停餐',
      organizationIds: [],
      expireOn: null,
      ...change,
    })
  ).id;
const seen = async () => (await school.call<Rows>(at, 'query', {})).rows;

test('a draft is nobody’s; published it is told to whom it serves, who read it is counted once', async () => {
  const id = await write();
  expect(await seen()).toEqual([]);
  expect(await caterer.call(page, 'publish', { id })).toBeNull();
  expect(await seen()).toMatchObject([{ title: '国庆供餐安排', contractorName: '味佳餐饮', isRead: false }]);
  expect((await (await bench.as('ORGANIZATION', units.otherOrganization)).call<Rows>(at, 'query', {})).rows).toEqual(
    [],
  );
  expect((await (await bench.as('CONTRACTOR', units.otherContractor)).call<Rows>(page, 'query', {})).rows).toEqual([]);
  expect((await caterer.call<Rows>(page, 'query', {})).rows).toMatchObject([
    { toldCount: 1, readCount: 0, unreadCount: 1 },
  ]);
  for (const _ of [1, 2])
    expect(await school.call(at, 'read', { id })).toMatchObject({ receipt: { footer: '十月一日至三日停餐' } });
  expect(await seen()).toMatchObject([{ isRead: true, readers: 1 }]);
  expect((await caterer.call<Rows>(`${page}/unit`, 'query', { search: { noticeId: id } })).rows).toMatchObject([
    { organizationName: '第一中学', isRead: true, readers: 1 },
  ]);
});

test('what is published is not rewritten; withdrawn or over it is seen no more, its readers stay', async () => {
  const [{ id }] = (await caterer.call<{ rows: { id: number }[] }>(page, 'query', {})).rows as [{ id: number }];
  expect(
    await caterer.call(page, 'update', { id, title: '改', content: '改', organizationIds: [], expireOn: null }),
  ).toMatchObject({ code: 'NOT_NOW' });
  await caterer.call(page, 'withdraw', { id });
  expect(await seen()).toEqual([]);
  expect((await caterer.call<Rows>(page, 'query', {})).rows).toMatchObject([{ readCount: 1 }]);
  const short = await write({ title: '一日有效', expireOn: '2026-11-20' });
  await caterer.call(page, 'publish', { id: short });
  expect(await seen()).toHaveLength(1);
  const now = bench.clock.now();
  bench.clock.set(now + 86_400_000);
  expect(await seen()).toEqual([]);
  bench.clock.set(now);
});

test('a unit it does not serve cannot be chosen, and one for nobody is refused', async () => {
  expect(
    await caterer.call(page, 'create', { title: 'x', content: 'y', organizationIds: [units.otherOrganization] }),
  ).toMatchObject({ refused: true });
  const other = await bench.as('CONTRACTOR', units.otherContractor);
  const { id } = await other.call<{ id: number }>(page, 'create', { title: '无人', content: 'y', organizationIds: [] });
  expect(await other.call(page, 'publish', { id })).toMatchObject({ code: 'NOTICE_TO_NOBODY' });
});

test('the flow is walked', async () => {
  let id = 0;
  expect(
    await walkFlow(noticeFlow, {
      place: async (status, mine) => {
        id = await write();
        await bench.services.pool.query('update contractor_notice set status = $2, maker_id = $3 where id = $1', [
          id,
          status,
          mine ? caterer.session.accountId : 5,
        ]);
      },
      call: async (event) => envelopeOf(await caterer.call(page, event, { id })),
      status: async () =>
        (
          await bench.services.pool.query<{ status: string }>('select status from contractor_notice where id = $1', [
            id,
          ])
        ).rows[0]!.status,
    }),
  ).toEqual([]);
});
