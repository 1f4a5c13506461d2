/** Employees of the demo's school whose roles grant every page and narrow the data: to no department, to one class, to themselves. */
import { expect } from 'vitest';
import { allGrants, permissionGroups } from '../../src/domains/identity/testing.ts';
import { areaOf } from '../../src/kit/define/page.ts';
import type { Registered } from '../../src/kit/server/page/registry.ts';
import type { TestApp } from '../support/server.ts';
import { hireAs, told } from './walk.ts';

export const org = '/admin/organization';
/** A card that nobody knows. */
export const unknownCard = '88889999';
export type Who = 'none' | 'class' | 'self';
export type Limit = 'DEPARTMENT' | 'SELF';
export const narrowedOnes = [
  ['none', 'DEPARTMENT'],
  ['class', 'DEPARTMENT'],
  ['self', 'SELF'],
] as const satisfies readonly (readonly [Who, Limit])[];

interface Member {
  accountId: number;
  employeeId: number;
}
interface Hired extends Member {
  token: string;
}

export interface Narrowed {
  schoolId: number;
  tokens: Readonly<Record<Who, string>>;
  members: Readonly<Record<Who, Member>>;
  /** The class of the school, and its people. */
  own: { departmentId: number; people: readonly number[] };
  /** Names and cards of everybody else, and the card nobody knows. */
  strangers: ReadonlySet<string>;
  /** The first of them that a text names. */
  strangersIn(text: string): string[];
}

/** Somebody whom no narrowed session sees. */
export interface Stranger {
  personId: number;
  name: string;
  departmentName: string;
  cardNo: string;
  jobNumber: string;
  tradeId: number;
  orderId: number;
}

async function hire(app: TestApp, dataScope: Limit, departmentIds: readonly number[] = []): Promise<Hired> {
  const school = await app.login('school');
  const many = departmentIds.length;
  const grants = [...allGrants(permissionGroups(app.services.registry, 'ORGANIZATION'))];
  const made = await app.post(
    `${org}/role`,
    'create',
    { name: `范围 ${dataScope} ${many}`, dataScope, grants },
    school,
  );
  expect(made.body.errorcode, told('school', `${org}/role`, 'create', made)).toBe(0);
  const { id } = made.body.data as { id: number };
  const login = `scoped-${dataScope.toLowerCase()}${many}`;
  const token = await hireAs(app, 'school', 'organization', id, login, { departmentIds });
  const { rows } = await app.services.pool.query<Member>(
    `select e.account_id as "accountId", e.id as "employeeId" from employee e join account a on a.id = e.account_id
      where a.login_name = $1`,
    [login],
  );
  return { token, ...rows[0]! };
}

/** A card nobody knows was refused at a terminal of the school, and taken by it while it was cut off. */
async function presentUnknownCard({ services: { pool } }: TestApp): Promise<void> {
  const at = `select d.organization_id, 1, d.id, d.deploy_site_id, s.restaurant_id, 1, 1, $1, 'FIXED' from device d
    join organization o on o.id = d.organization_id join deploy_site s on s.organization_id = d.organization_id and s.id = d.deploy_site_id
    where o.name = '青禾实验中学' order by d.id limit 1`;
  const columns = 'organization_id, id, device_id, deploy_site_id, restaurant_id, epoch, seq, card_no, mode';
  await pool.query(
    `insert into refused_swipe (${columns}, code, reason, refused_at)
     select t.*, 'CARD_UNKNOWN', '', now() from (${at}) t`,
    [unknownCard],
  );
  await pool.query(
    `insert into offline_trade (${columns.replace('restaurant_id, ', '')}, record, occurred_at, received_at, state, reason_code, reason)
     select ${columns.replace('restaurant_id, ', '')}, '{}', now(), now(), 'SUSPENSE', 'CARD_UNKNOWN', ''
       from (${at}) t (${columns})`,
    [unknownCard],
  );
}

export async function narrowSchool(app: TestApp): Promise<Narrowed> {
  const { pool } = app.services;
  const { rows } = await pool.query<{ schoolId: number; departmentId: number; ids: number[]; names: string[] }>(
    `select o.id as "schoolId", p.department_id as "departmentId", array_agg(p.id) as ids, array_agg(p.name) as names
       from person p join organization o on o.id = p.organization_id
      where o.name = '青禾实验中学' and p.department_id is not null
        and not exists (select 1 from department c where c.parent_id = p.department_id)
      group by 1, 2 order by count(*) desc limit 1`,
  );
  const { schoolId, departmentId, ids, names } = rows[0]!;
  const others = await pool.query<{ name: string }>(
    'select distinct name from person where id <> all($1::bigint[]) and name <> all($2) and length(name) > 2',
    [ids, names],
  );
  const cards = await pool.query<{ no: string }>(
    `select card_no as no from card where person_id <> all($1::bigint[])
       and card_no not in (select card_no from card where person_id = any($1))`,
    [ids],
  );
  await presentUnknownCard(app);
  const strangers = new Set([...others.rows.map((r) => r.name), ...cards.rows.map((r) => r.no), unknownCard]);
  const hired = {
    none: await hire(app, 'DEPARTMENT'),
    class: await hire(app, 'DEPARTMENT', [departmentId]),
    self: await hire(app, 'SELF'),
  };
  return {
    schoolId,
    own: { departmentId, people: ids },
    strangers,
    strangersIn: (text) => [...strangers].filter((name) => text.includes(name)).slice(0, 3),
    members: hired,
    tokens: { none: hired.none.token, class: hired.class.token, self: hired.self.token },
  };
}

/**
 * Gives a stranger what pages count beside their rows and the demo of the day may have none of: a lot that is due, a day that is
 * pending, an order on its way; and the unit a forecast that can be held against what was eaten.
 */
export async function giveStranger(
  { services: { pool, ids } }: TestApp,
  { schoolId, strangers }: Pick<Narrowed, 'schoolId' | 'strangers'>,
): Promise<Stranger> {
  const [orderId, dayId, forecastId] = await ids.take(3);
  const { rows } = await pool.query<Stranger & { lotId: number }>(
    `select p.id as "personId", p.name, d.name as "departmentName", p.job_number as "jobNumber", c.card_no as "cardNo",
        w.id as "lotId", t.id as "tradeId", $3::bigint as "orderId"
       from person p join department d on d.organization_id = p.organization_id and d.id = p.department_id
       join card c on c.organization_id = p.organization_id and c.person_id = p.id and c.status = 'NORMAL'
       join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'SUBSIDY'
         and w.balance_fen > w.held_fen
       join lateral (select min(id) as id from trade t where t.organization_id = p.organization_id and t.person_id = p.id) t
         on t.id is not null
      where p.organization_id = $1 and p.name = any($2) and p.job_number is not null order by p.id limit 1`,
    [schoolId, [...strangers], orderId],
  );
  const { lotId, ...stranger } = rows[0]!;
  const { personId } = stranger;
  await pool.query(`update wallet set expires_on = '2020-01-01' where organization_id = $1 and id = $2`, [
    schoolId,
    lotId,
  ]);
  await pool.query(
    `insert into attendance_day (organization_id, id, person_id, day, result, settled_at)
     values ($1, $2, $3, current_date, 'PENDING', now())
     on conflict (organization_id, person_id, day) do update set result = 'PENDING'`,
    [schoolId, dayId, personId],
  );
  await pool.query(
    `insert into meal_order (organization_id, id, order_no, person_id, department_id, restaurant_id, meal_period_id, dining_date,
        amount_fen, ordered_at, status)
     select p.organization_id, $2, 'W1', p.id, p.department_id, r.id, m.id, current_date, 0, now(), 'DELIVERING'
       from person p join restaurant r on r.organization_id = p.organization_id
       join meal_period m on m.organization_id = p.organization_id
      where p.organization_id = $1 and p.id = $3 order by r.id, m.id limit 1`,
    [schoolId, orderId, personId],
  );
  await pool.query(
    `insert into meal_forecast (organization_id, id, dining_date, meal_period_id, reported, portions, told, made_at, frozen)
     select s.organization_id, $2, s.dining_date, s.meal_period_id, 1, 1, 'HABIT', now(), true from meal_settlement s
      where s.organization_id = $1 and s.state = 'SETTLED' and exists (select from meal_report r where r.organization_id = s.organization_id
        and r.dining_date = s.dining_date and r.meal_period_id = s.meal_period_id and r.fate = 'EATEN')
      order by s.dining_date desc limit 1
     on conflict (organization_id, dining_date, meal_period_id) do update set portions = 1, told = 'HABIT', frozen = true`,
    [schoolId, forecastId],
  );
  return stranger;
}

/** Pages of the school that roles are asked about. */
export const schoolPages = (app: TestApp): Registered[] =>
  app.services.registry.all.filter((e) => areaOf(e.path) === 'organization' && !e.page.everyone);
export const schoolLists = (app: TestApp) => schoolPages(app).filter((e) => e.binding.list || e.binding.query);

export const follows = ({ page }: Pick<Registered, 'page'>, limit: Limit): boolean =>
  page.of && (!page.limited || !follows(page.of, limit))
    ? follows(page.of, limit)
    : page.limited === 'common' || !!page.limited?.includes(limit);
/** What belongs to a page tells of what that page tells of. */
export const isCommon = ({ page }: Pick<Registered, 'page'>): boolean =>
  page.of && !page.limited ? isCommon(page.of) : page.limited === 'common';
