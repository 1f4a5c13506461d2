/**
 * A park whose caterer is paid when its people top up and not when they eat (按充值分账): one restaurant, one contract over all of it,
 * a dozen people. It lives the last fortnight beside the others, by the same commands.
 */
import { demoPassword, openOwner } from '../domains/identity/public.server.ts';
import { acting, openPeople } from '../domains/people/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { sqlOf } from '../kit/server/db/sql-of.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { type Actor, actAs } from './act.ts';
import { area, at, isWeekend, type Span, type Step } from './life.ts';
import { mobile, personName } from './names.ts';
import { type MoneyLife, unitMoney } from './unit-money.ts';
import { actorOf, type Units } from './units.ts';

export interface SplitUnit extends MoneyLife {
  personIds: readonly number[];
  contractId: number;
  restaurantId: number;
}

/** Days that it lives; a demo of a shorter past has no such unit. */
export const splitDays = 15;
const many = 12;
const unitName = '启航物流园';
const loginName = 'logistics';
const contracts = `${area}/manage/contract_site`;
/** Days before the last on which its canteen changes hands. */
export const handOverDays = 6;

async function openPeopleOf(services: Services, life: MoneyLife): Promise<number[]> {
  const { actor } = life;
  const type = await actor.call(`${area}/type`, 'create', {
    name: '园区员工',
    accounts: ['MAIN'],
    dayLimitAmountFen: 8_000,
    dayLimitCount: 6,
    singleLimitFen: 5_000,
    mustOrder: false,
    allowOverdraft: false,
    overdraftLimitFen: 0,
  });
  const department = await actor.call(`${area}/department`, 'create', { name: '仓储一部', kind: 'DEPT', sort: 0 });
  const by = chance(20_263);
  const rows = Array.from({ length: many }, (_, i) => ({
    ...personName(by),
    jobNumber: `WL${String(i + 1).padStart(4, '0')}`,
    departmentId: department.id,
    typeId: type.id,
    phone: mobile(by),
    cardNo: `30${26_000_000 + i * 7}`,
  }));
  const ctx = actor.ctx(`${area}/user`);
  const opened = await services.db.transaction().execute((trx) => openPeople(sqlOf(trx), acting(ctx), rows));
  if (isRefusal(opened)) throw new Error(refusalMessage(opened));
  return opened.personIds.flatMap((id) => id ?? []);
}

/** Opens it with the contract that divides its top-ups from `today` on. */
export async function openSplitUnit(services: Services, units: Units, today: string): Promise<SplitUnit> {
  const { id: organizationId } = await units.platform.call('/admin/platform/organization', 'create', {
    name: unitName,
    kind: 'COMPANY',
    agentId: units.agentId,
    address: '空港物流园 3 号路 18 号',
    contact: '封主任',
    phone: '13600004003',
    expireAt: addDays(today, 300),
    trial: false,
    foodLicenseEnd: addDays(today, 500),
    loginName,
    password: demoPassword,
  });
  const actor = await actorOf(services, loginName);
  const second = await openOwner(services, {
    unitType: 'ORGANIZATION',
    unitId: organizationId,
    loginName: 'finance3',
    name: '闵会计',
    phone: '13600004013',
    password: demoPassword,
  });
  if (isRefusal(second)) throw new Error(refusalMessage(second));
  const life: MoneyLife = {
    services,
    organizationId,
    actor,
    checker: await actAs(services, second.accountId, second.employeeId),
    plan: { kind: 'COMPANY', snPrefix: 'WL' },
    places: { devices: [] },
  };
  const personIds = await openPeopleOf(services, life);
  const restaurant = await actor.call(`${area}/restaurant`, 'create', {
    name: '园区食堂',
    kind: 'RESTAURANT',
    consumeMode: 'FIXED',
    seatCount: 120,
    contractorId: null,
    manager: '封主任',
    mealPeriodIds: [],
  });
  const { name: partnerName } = await services.db
    .selectFrom('contractor')
    .select('name')
    .where('id', '=', units.contractorId)
    .executeTakeFirstOrThrow();
  const contractId = await sign(actor, partnerName, restaurant.id, today);
  return { ...life, personIds, contractId, restaurantId: restaurant.id };
}

async function sign(actor: Actor, partnerName: string, restaurantId: number, startDate: string): Promise<number> {
  const { id } = await actor.call(contracts, 'create', {
    partnerName,
    restaurantIds: [restaurantId],
    startDate,
    endDate: addDays(startDate, 400),
    manageFeeFen: 0,
    shareRatio: 300,
    depositAmountFen: 0,
    settleCycle: 'WEEK',
    bearCorrection: 'CONTRACTOR',
    splitMode: 'RECHARGE',
  });
  await actor.call(contracts, 'activate', { id, schoolChecked: true });
  return id;
}

/** Amid its days the caterer gives the canteen up; the other one serves from the day after. */
async function handOver({ services, actor, contractId, restaurantId }: SplitUnit, day: string): Promise<void> {
  await actor.call(contracts, 'terminate', { id: contractId, reason: '双方协商，由另一家接手' });
  const next = await services.db
    .selectFrom('contractor as c')
    .innerJoin('employee as e', (on) => on.onRef('e.unit_id', '=', 'c.id').on('e.unit_type', '=', 'CONTRACTOR'))
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select('c.name')
    .where('a.login_name', '=', 'contractor2')
    .executeTakeFirstOrThrow();
  await sign(actor, next.name, restaurantId, day);
}

/** Two top up on a working day: one at the counter, one by code where there is a channel; the money between units follows. */
export function splitSteps(unit: SplitUnit, day: string, span: Span): Step[] {
  const { services, actor, personIds } = unit;
  const nth = Math.round((Date.parse(span.to) - Date.parse(day)) / 86_400_000);
  const personId = (more: number) => personIds[(nth * 2 + more) % personIds.length]!;
  const topUp = async () => {
    await actor.call(`${area}/deposit`, 'create', { personId: personId(0), amountFen: 20_000 + nth * 1_111 });
    if (!services.pay.sandbox('WECHAT')) return;
    const paid = { personId: personId(1), amountFen: 30_000 + nth * 777, channel: 'WECHAT' };
    const { id } = await actor.call(`${area}/recharge`, 'pay_code', paid);
    await actor.call(`${area}/recharge`, 'sandbox_pay', { id });
  };
  const changing =
    day === addDays(span.to, -handOverDays) ? [{ when: at(day, 21 * 60), play: () => handOver(unit, day) }] : [];
  return [
    ...(isWeekend(day) ? [] : [{ when: at(day, 9 * 60), play: topUp }]),
    ...unitMoney(unit, day, span),
    ...changing,
  ];
}

/** Its life from the day it opens. */
export function splitUnit(services: Services, units: Units): (day: string, span: Span) => Step[] {
  let unit: SplitUnit | undefined;
  return (day, span) => {
    if (unit) return splitSteps(unit, day, span);
    if (day !== addDays(span.to, -splitDays)) return [];
    const open = async () => {
      unit = await openSplitUnit(services, units, day);
    };
    return [{ when: at(day, 8 * 60), play: open }];
  };
}
