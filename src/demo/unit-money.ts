/** Money between units, as the house and both sides work on it every morning of the last fortnight. */
import { demoPassword } from '../domains/identity/public.server.ts';
import { settleOrganization, stateOrganization } from '../domains/settlement/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Actor } from './act.ts';
import { seconds } from './finance-staff.ts';
import { area, at, type Life, type Span, type Step } from './life.ts';
import type { Places } from './places.ts';
import type { OrganizationPlan } from './plan.ts';
import { beatNow } from './terminal.ts';
import { actorOf } from './units.ts';

const page = 'settlement';

/** What of an organization its money with others is worked by. */
export type MoneyLife = Pick<Life, 'services' | 'organizationId' | 'actor' | 'checker'> & {
  plan: Pick<OrganizationPlan, 'kind' | 'snPrefix'>;
  places: Pick<Places, 'devices'>;
};

interface Statement {
  id: number;
  payFen: number;
  contractorId: number | null;
  toDate: string;
}

const open = async (actor: Actor, path: string, status: string): Promise<Statement[]> =>
  (await actor.call<{ rows: Statement[] }>(path, 'query', { size: 100, search: { status: [status] }, sort: 'toDate' }))
    .rows;

/** Draws up what no cycle has: up to the day before the last one, then the rest. */
async function drawUp({ services, organizationId }: MoneyLife, platform: Actor): Promise<void> {
  const { rows } = await services.pool.query<{ date: string }>(
    `select d.business_date::text as date from settle_day d where d.organization_id = $1 and d.contract_id <> 0
       and not exists (select from unit_statement s where s.organization_id = d.organization_id and s.contract_id = d.contract_id
         and s.to_date >= d.business_date)
     order by 1 desc limit 2`,
    [organizationId],
  );
  for (const { date: upTo } of rows.reverse())
    await platform.call(`/admin/platform/${page}`, 'generate', { organizationId, upTo, note: '演示：提前结算' });
}

/** All but the newest statement of the caterer are agreed and settled; the newest is still talked about. */
async function agree(life: MoneyLife): Promise<void> {
  const { services, checker } = life;
  const platform = await actorOf(services, 'platform');
  const caterer = await actorOf(services, seconds.contractor);
  // Who took a canteen over agrees to its own.
  const sides = [caterer, await actorOf(services, 'contractor2')];
  const by = (contractorId: number | null) =>
    sides.find((side) => side.ctx(`/admin/contractor/${page}`).session.unitId === contractorId);
  await drawUp(life, platform);
  const waiting = await open(checker, `${area}/${page}`, 'GENERATED');
  const newest = waiting.findLast(({ contractorId }) => contractorId !== null);
  // Of what it runs itself the unit has one left to read.
  const left = [newest?.id, waiting.findLast(({ contractorId }) => contractorId === null && waiting.length > 3)?.id];
  for (const { id, payFen, contractorId } of waiting)
    if (!left.includes(id)) {
      await checker.call(`${area}/${page}`, 'confirm', { id, payFen });
      await by(contractorId)?.call(`/admin/contractor/${page}`, 'confirm', { id, payFen });
    }
  const ready = await open(checker, `${area}/${page}`, 'CONFIRMED');
  if (ready.length > 0)
    await platform.call(`/admin/platform/${page}`, 'settle', {
      ids: ready.map(({ id }) => id),
      witness: { account: seconds.platform, password: demoPassword },
    });
  if (newest) await argue(life, caterer, newest);
}

/** The school's caterer misses something and is answered; the company's statement waits to be read. */
async function argue({ plan, checker }: MoneyLife, caterer: Actor, { id, toDate }: Statement): Promise<void> {
  if (plan.kind !== 'SCHOOL') return;
  await caterer.call(`/admin/contractor/${page}`, 'dispute', {
    id,
    disputeFrom: toDate,
    disputeTo: toDate,
    disputeFen: 3_600,
    reason: '当天教职工餐有三份未计入',
  });
  await checker.call(`${area}/${page}`, 'reject', { id, answer: '已核对消费明细，三份由单位另行报销，不在刷卡消费内' });
}

/** What is owed outside by the oldest settled statement is paid in two parts; the caterer has confirmed the first. */
async function payOutside({ actor, services, plan }: MoneyLife, day: string): Promise<void> {
  const [oldest] = (await open(actor, `${area}/${page}`, 'SETTLED')) as (Statement & { claimFen: number })[];
  if (!oldest || oldest.claimFen < 2 || oldest.contractorId === null) return;
  const caterer = await actorOf(services, 'contractor');
  const half = Math.floor(oldest.claimFen / 2);
  for (const [i, amountFen] of [half, oldest.claimFen - half].entries()) {
    const bankFlowNo = `${plan.snPrefix}${day.replaceAll('-', '')}${i + 1}`;
    await actor.call(`${area}/${page}`, 'payClaim', {
      id: oldest.id,
      receiver: 'CONTRACTOR',
      amountFen,
      paidOn: day,
      bankFlowNo,
    });
    if (i > 0) continue;
    const claims = `/admin/contractor/${page}/claim`;
    const { rows } = await caterer.call<{ rows: { id: number; bankFlowNo: string }[] }>(claims, 'query', {
      search: { statementId: oldest.id },
    });
    await caterer.call(claims, 'confirm', { id: rows.find((one) => one.bankFlowNo === bankFlowNo)!.id });
  }
}

export function unitMoney(life: MoneyLife, day: string, { to }: Span): Step[] {
  if (day <= addDays(to, -14)) return [];
  const { services, organizationId } = life;
  const steps: Step[] = [
    // Of the hour's bookings the last before the books are looked at.
    { when: at(day, 10 * 60 + 22), play: () => settleOrganization(services, organizationId) },
    // Terminals are switched on, the channels' bills of yesterday are there: then statements are drawn up.
    { when: at(day, 10 * 60 + 24), play: () => Promise.all(life.places.devices.map((one) => beatNow(services, one))) },
    { when: at(day, 10 * 60 + 25), play: () => stateOrganization(services, organizationId) },
  ];
  if (day === addDays(to, -1))
    steps.push(
      { when: at(day, 10 * 60 + 26), play: () => agree(life) },
      { when: at(day, 10 * 60 + 28), play: () => payOutside(life, day) },
    );
  return steps;
}
