/** A month may end with less than no subsidies: what was eaten in it and told of late is paid by the next month's grant. It says so. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { firstDayAfterMonth } from '../../wallet/public.server.ts';
import type { MonthCloseState } from '../closing-state.ts';

let app: TestApp;
let token: string;
let month: string;
beforeAll(async () => {
  app = await startTestServer();
  month = dateAt(app.clock.now()).slice(0, 7);
  app.clock.set(Date.parse(`${firstDayAfterMonth(`${month}-01`)}T09:00:00+08:00`) + 3 * 86_400_000);
  token = await app.login('school');
});
afterAll(() => app?.stop());

const figure = async () => {
  const { body } = await app.post('/admin/organization/month_close', 'state', { month }, token);
  return (body.data as MonthCloseState).steps.find(({ key }) => key === 'subsidies')!;
};

test('a negative end says whose meals made it so, and that the grant makes up for it', async () => {
  expect((await figure()).figure).not.toContain('期末为负');
  const { rows } = await app.services.pool.query<{ organizationId: number; personId: number; typeId: number }>(
    `select p.organization_id as "organizationId", p.id as "personId", p.type_id as "typeId" from person p
     join organization o on o.id = p.organization_id and o.name = '青禾实验中学' where p.status = 'NORMAL' order by p.id limit 1`,
  );
  const { organizationId, personId, typeId } = rows[0]!;
  const now = app.clock.now();
  const granted = await app.services.wallet.submit({
    kind: 'SUBSIDY_GRANT',
    organizationId,
    requestKey: 'ahead:grant',
    personId,
    occurredAt: now,
    amountFen: 900_000_000,
    purse: 'SUBSIDY',
    batchId: 991,
  });
  if (isRefusal(granted)) throw new Error(refusalMessage(granted));
  const amountFen = 800_000_000;
  const eaten = await app.services.wallet.submit({
    kind: 'CONSUME',
    organizationId,
    requestKey: 'ahead:meal',
    personId,
    occurredAt: now - 6 * 86_400_000,
    place: {
      restaurantId: 0,
      deploySiteId: 0,
      deviceId: 0,
      mealPeriodId: 0,
      departmentId: 0,
      personTypeId: typeId,
      mode: 'AMOUNT',
      identify: 'CARD',
    },
    meaning: String(amountFen),
    price: () => ({ originFen: amountFen, discountFen: 0, amountFen }),
  });
  if (isRefusal(eaten)) throw new Error(refusalMessage(eaten));
  const after = await figure();
  expect(after.figure).toMatch(/期末为负：1 人 [\d,.]+ 元的餐是本月吃的、月后才由终端补传，由月后发放的补贴支付/);
  expect(after.ok).toBe(true);
});
