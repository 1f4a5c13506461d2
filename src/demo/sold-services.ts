/** What the platform sells of itself: applications on sale, activities, who has which and until when, orders paid and waiting. */
import { demoPassword } from '../domains/identity/public.server.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import { seconds } from './finance-staff.ts';
import { actorOf, type Units } from './units.ts';
import { proofOf } from './upload.ts';

const sold = '/admin/platform/application';
const users = `${sold}/user`;
const offers = '/admin/platform/application_preferential_activity';
const bills = '/admin/platform/unit_bill';
const witness = { account: seconds.platform, password: demoPassword };
/** The caterer that has not renewed: what it has can only be read. */
export const lapsed = { name: '绿源膳食管理有限公司', loginName: 'contractor3' } as const;

const prices: Readonly<Record<string, readonly [yearFen: number, trialDays: number]>> = {
  ORG_BASE: [360_000, 0],
  SUBSIDY: [120_000, 15],
  REPORT_MEAL: [98_000, 15],
  ORDERING: [180_000, 15],
  MENU: [98_000, 15],
  FOOD_SAFETY: [240_000, 30],
  GATE: [128_000, 15],
  CON_BASE: [480_000, 0],
  CON_REPORT: [98_000, 30],
  CON_SHOP: [260_000, 15],
  CON_STOCK: [320_000, 30],
};

type Application = { id: number; code: string; name: string; intro: string; unitType: string };

async function applications(platform: Actor): Promise<Map<string, Application>> {
  const { rows } = await platform.call<{ rows: Application[] }>(sold, 'query', { size: 100 });
  return new Map(rows.map((row) => [row.code, row]));
}

const day = (date: string) => `${date}T00:00:00+08:00`;

/** Another unit's last day of an application, set by two of the platform; answers the row. */
async function setEnd(platform: Actor, applicationId: number, unitName: string, endOn: string, reason: string) {
  const { rows } = await platform.call<{ rows: { id: number }[] }>(users, 'query', {
    search: { applicationId, keyword: unitName },
  });
  const id = rows[0]!.id;
  await platform.call(users, 'setEnd', { id, endOn, reason, witness });
  return id;
}

async function sell(platform: Actor, today: string): Promise<Map<string, Application>> {
  const known = await applications(platform);
  const parts = ['CON_SHOP', 'CON_STOCK'].map((code) => known.get(code)!.id);
  const bundle = await platform.call(sold, 'create', {
    name: '团餐供应套餐',
    code: 'CON_SUPPLY',
    unitType: 'CONTRACTOR',
    includesIds: parts,
    priceYearFen: 498_000,
    trialDays: 0,
    intro: '商超与进销存一起开通，剩余天数折抵',
  });
  await platform.call(sold, 'sell', { id: bundle.id, until: addDays(today, 1) });
  for (const [code, [priceYearFen, trialDays]] of Object.entries(prices)) {
    const { id, name, intro } = known.get(code)!;
    await platform.call(sold, 'update', { id, name, intro, includesIds: [], priceYearFen, trialDays });
    await platform.call(sold, 'sell', { id, until: addDays(today, 240) });
  }
  const plan = { startAt: day(addDays(today, -20)), endAt: day(addDays(today, 40)) };
  const autumn = await platform.call(offers, 'create', {
    ...plan,
    name: '秋季续费八折',
    applicationIds: ['ORDERING', 'MENU', 'GATE'].map((code) => known.get(code)!.id),
    discountType: 'PERCENT',
    percentPaid: 8_000,
    useLimit: 50,
  });
  await platform.call(offers, 'start', { id: autumn.id });
  await platform.call(offers, 'create', {
    name: '开通进销存送两个月',
    startAt: day(addDays(today, 30)),
    endAt: day(addDays(today, 90)),
    applicationIds: [known.get('CON_STOCK')!.id],
    discountType: 'GIFT_MONTH',
    giftMonths: 2,
  });
  const spring = await platform.call(offers, 'create', {
    ...plan,
    name: '春季立减',
    applicationIds: [known.get('SUBSIDY')!.id],
    discountType: 'MINUS',
    minusFen: 20_000,
  });
  for (const verb of ['start', 'end']) await platform.call(offers, verb, { id: spring.id });
  return known;
}

interface Bill {
  id: number;
  billNo: string;
}

/** Orders a year and pays by transfer; the platform has found it at its bank, or has yet to look. */
async function renewByTransfer(
  payer: Actor,
  area: string,
  { id: applicationId }: Application,
  flow: string,
  today: string,
  platform?: Actor,
): Promise<void> {
  await payer.call(`/admin/${area}/application`, 'renew', { id: applicationId, years: 1, payNow: false });
  const page = `/admin/${area}/unit_bill`;
  const { rows } = await payer.call<{ rows: Bill[] }>(page, 'query', {
    search: { status: ['UNPAID'] },
  });
  const { id } = rows[0]!;
  const proof = await proofOf(payer.ctx(page), flow);
  await payer.call(page, 'transfer', { id, paidOn: today, bankFlowNo: flow, proof });
  if (!platform) return;
  const payments = await platform.call<{ rows: { id: number }[] }>(`${bills}/payment`, 'query', {
    search: { billId: id },
  });
  await platform.call(`${bills}/payment`, 'confirm', { id: payments.rows[0]!.id });
}

/** What every unit has on the day the demo is shown: in use, about to end, over, closed, on trial. */
export async function sellServices(services: Services, units: Units): Promise<void> {
  const { platform } = units;
  const today = dateAt(services.clock.now());
  await platform.call('/admin/platform/contractor', 'create', {
    ...lapsed,
    contact: '黎敏',
    phone: '13700003003',
    agentId: units.agentId,
    password: demoPassword,
    settleCycle: 'MONTH',
    feeRate: 38,
    foodLicenseEnd: addDays(today, 200),
    expireAt: addDays(today, -31),
  });
  const known = await sell(platform, today);
  const of = (code: string) => known.get(code)!;
  const [school, company, caterer] = [
    await actorOf(services, 'school'),
    await actorOf(services, 'company'),
    await actorOf(services, 'contractor'),
  ];
  const named = ({ ctx }: Actor, area: string) => ctx(`/admin/${area}/application`).session.unitName!;
  const [schoolName, companyName] = [named(school, 'organization'), named(company, 'organization')];
  await setEnd(platform, of('ORDERING').id, companyName, addDays(today, 22), '首年合同到期日');
  await setEnd(platform, of('GATE').id, schoolName, addDays(today, -6), '首年合同到期日');
  await setEnd(platform, of('CON_SHOP').id, lapsed.name, addDays(today, -40), '合同到期');
  const closed = await setEnd(platform, of('CON_STOCK').id, lapsed.name, addDays(today, -220), '合同到期');
  await platform.call(users, 'close', { id: closed });
  await renewByTransfer(company, 'organization', of('ORDERING'), 'BK20260001', today, platform);
  await renewByTransfer(school, 'organization', of('GATE'), 'BK20260002', today);
  await caterer.call('/admin/contractor/application', 'renew', { id: of('CON_REPORT').id, years: 2, payNow: false });
}
