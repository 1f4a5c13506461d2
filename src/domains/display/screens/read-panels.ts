/** The panels of a wall, each out of what its domain keeps. What is old is not shown as new; what is not known is said so. */

import { labelIn } from '../../../kit/define/states.ts';
import { dateAt } from '../../../kit/server/clock.ts';
import { matrixOf } from '../../kitchen/public.server.ts';
import { posts } from '../../kitchen/public.ts';
import { readPublicMenu } from '../../menu/public.server.ts';
import type { PanelReader } from '../services.ts';
import type { PanelKey } from './panel-words.ts';

/** `HH:mm` of an instant, by Shanghai's clock. */
const hmAt = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(11, 16);

/** A reading of a cabinet older than this is no reading. */
const freshMs = 10 * 60_000;

/** Is this owner, in order `sort`, linked to the screen? SQL on `o.id`; parameters 1 and 2 are the unit and the screen. */
const linked = (type: string) =>
  `join display_link l on l.organization_id = o.organization_id and l.owner_type = '${type}' and l.owner_id = o.id
     and l.device_id = $2`;

/** Does the screen show what the unit publishes? */
const unitShown = `exists (select 1 from display_link l where l.organization_id = $1 and l.owner_type = 'UNIT' and l.device_id = $2)`;

interface Unit {
  licence: string;
  until: string;
  grade: string;
  head: string;
  supervisor: string;
  hotline: string;
  commitment: string;
}

const unitOf: (...asked: Parameters<PanelReader>) => Promise<Unit | undefined> = async (
  { pool },
  { organizationId, deviceId, day },
) => {
  const { rows } = await pool.query<Unit>(
    `select license_no as licence, license_end as until, grade, head, supervisor, hotline, commitment from unit_information
     where organization_id = $1 and from_date <= $3 and ${unitShown} order by from_date desc, id desc limit 1`,
    [organizationId, deviceId, day],
  );
  return rows[0];
};

const unit: PanelReader = async (services, asked) => {
  const of = await unitOf(services, asked);
  if (!of) return undefined;
  const over = of.until < asked.day ? '（已到期）' : '';
  const lines = [
    { label: '食品经营许可证', value: of.licence },
    { label: '有效期至', value: `${of.until}${over}` },
    { label: '量化等级', value: `${of.grade} 级` },
    { label: '负责人', value: of.head },
    { label: '监管', value: of.supervisor },
  ];
  return { kind: 'facts', lines: lines.filter((line) => line.value !== '') };
};

const commitment: PanelReader = async (services, asked) => {
  const of = await unitOf(services, asked);
  if (!of || (of.commitment === '' && of.hotline === '')) return undefined;
  return { kind: 'text', text: of.commitment, footer: `投诉举报电话 ${of.hotline}` };
};

const officers: PanelReader = async ({ pool }, { organizationId, deviceId }) => {
  const { rows } = await pool.query<{ name: string; kind: string; until: string | null; photo: string | null }>(
    `select o.name, o.kind, o.cert_end as until, case when o.show_photo then o.photo end as photo
     from safety_officer o ${linked('OFFICER')} where o.organization_id = $1 and o.status = 'NORMAL' order by l.sort, l.id`,
    [organizationId, deviceId],
  );
  const post: Record<string, string> = { PRINCIPAL: '主要负责人', DIRECTOR: '食品安全总监', OFFICER: '食品安全员' };
  const people = rows.map(({ name, kind, until, photo }) => ({
    name,
    post: post[kind] ?? '',
    note: until ? `证书至 ${until}` : '',
    photo,
  }));
  return people.length > 0 ? { kind: 'people', people } : undefined;
};

const inspections: PanelReader = async ({ pool }, { organizationId, deviceId, restaurantId, day }) => {
  const { rows } = await pool.query<{ name: string; unit: string; meal: string | null; photo: string | null }>(
    `select o.name, o.unit, m.name as meal, case when o.show_photo then o.photo end as photo
     from inspection n join inspector o on o.organization_id = n.organization_id and o.id = n.inspector_id ${linked('INSPECTOR')}
       left join meal_period m on m.organization_id = n.organization_id and m.id = n.meal_period_id
     where n.organization_id = $1 and n.day = $3 and ($4::bigint is null or n.restaurant_id = $4) order by n.made_at, n.id`,
    [organizationId, deviceId, day, restaurantId],
  );
  const people = rows.map((row) => ({
    name: row.name,
    post: row.unit,
    note: `${row.meal ?? ''}陪餐巡检`,
    photo: row.photo,
  }));
  return people.length > 0 ? { kind: 'people', people } : undefined;
};

const menu: PanelReader = async (services, { organizationId, restaurantId, day }) => {
  const { rows } = await services.pool.query<{ id: number }>(
    `select r.id from restaurant r where r.organization_id = $1 and r.status = 'NORMAL' and ($2::bigint is null or r.id = $2)
     order by r.id`,
    [organizationId, restaurantId],
  );
  const read = await Promise.all(rows.map(({ id }) => readPublicMenu(services, organizationId, id)));
  const meals = read.flatMap((one) =>
    (one?.days.find(({ date }) => date === day)?.meals ?? []).map((meal) => ({
      name: rows.length > 1 ? `${one!.restaurant} ${meal.name}` : meal.name,
      hours: `${meal.start}–${meal.end}`,
      dishes: meal.dishes
        .filter((dish) => dish.off === '')
        .map((dish) => ({
          name: dish.name,
          // Not declared is never «none».
          allergens: dish.allergens === null ? '过敏原未申报' : dish.allergens.join('、'),
        })),
    })),
  );
  return meals.length > 0 ? { kind: 'meals', meals } : undefined;
};

const checks: PanelReader = async ({ pool, clock }, { organizationId, restaurantId, day }) => {
  const asked = { organizationId, day, restaurantId, restaurants: 'ALL', nowMs: clock.now() } as const;
  const { due, counts } = await matrixOf(pool, asked);
  if (due === 0) return undefined;
  const expected = due - counts.LEAVE;
  const good = counts.PASS + counts.RECHECK_PASS + counts.RESTRICTED;
  const figures = [
    { label: '应检', value: String(expected), bad: false },
    { label: '合格', value: String(good), bad: false },
  ];
  return { kind: 'figures', figures, note: good < expected ? '未合格人员不上岗' : '当班人员全部晨检合格' };
};

const samples: PanelReader = async ({ pool, clock }, { organizationId, restaurantId, day }) => {
  const { rows: counted } = await pool.query<{ due: number; kept: number }>(
    `select count(*)::int as due, count(sampled_at)::int as kept from sample
     where organization_id = $1 and dining_date = $2 and status <> 'EXEMPT' and ($3::bigint is null or restaurant_id = $3)`,
    [organizationId, day, restaurantId],
  );
  const { due, kept } = counted[0]!;
  const { rows: cabinets } = await pool.query<{ name: string; temp10: number | null; readAt: string | null }>(
    `select d.name, c.temp10, c.read_at as "readAt" from device d join device_type t on t.id = d.type_id and t.kind = 'SAMPLE_CABINET'
       left join cabinet_state c on c.organization_id = d.organization_id and c.device_id = d.id
     where d.organization_id = $1 and d.status = 'ACTIVE' order by d.id`,
    [organizationId],
  );
  if (due === 0 && cabinets.length === 0) return undefined;
  const cold = cabinets.map(({ name, temp10, readAt }) => {
    const known = temp10 !== null && readAt !== null && clock.now() - Date.parse(readAt) < freshMs;
    return { label: name, value: known ? `${(temp10 / 10).toFixed(1)} ℃` : '无数据', bad: !known };
  });
  return {
    kind: 'figures',
    figures: [
      { label: '应留', value: String(due), bad: false },
      { label: '已留', value: String(kept), bad: false },
      ...cold,
    ],
    note: '每道成品每份不少于 125 克，冷藏 48 小时以上',
  };
};

/** Who is at work and passed the check, with a certificate that holds. */
const crew: PanelReader = async ({ pool, clock }, { organizationId, restaurantId, day }) => {
  const asked = { organizationId, day, restaurantId, restaurants: 'ALL', nowMs: clock.now() } as const;
  const { rows } = await matrixOf(pool, asked);
  const people = rows
    .filter(({ standing, until }) => until !== null && (standing === 'PASS' || standing === 'RECHECK_PASS'))
    .map(({ name, post, until }) => ({ name, post: labelIn(posts, post), note: `健康证至 ${until}`, photo: null }));
  return people.length > 0 ? { kind: 'people', people } : undefined;
};

const videos: PanelReader = async ({ pool, clock }, { organizationId, deviceId }) => {
  const today = dateAt(clock.now());
  const { rows } = await pool.query<{ title: string; file: string; kind: string; seconds: number | null }>(
    `select o.title, o.file, o.kind, o.seconds from ad_video o ${linked('VIDEO')}
     where o.organization_id = $1 and o.status = 'PLAYING' and o.from_date <= $3 and (o.to_date is null or o.to_date >= $3)
       and case when o.from_time is null then true when o.from_time < o.to_time then o.from_time <= $4 and $4 < o.to_time
         else $4 >= o.from_time or $4 < o.to_time end
     order by l.sort, l.id`,
    [organizationId, deviceId, today, hmAt(clock.now())],
  );
  const films = rows.map(({ title, file, kind, seconds }) => ({
    title,
    file: file.replace(/^.*\/files\//, ''),
    film: kind === 'VIDEO',
    seconds: seconds ?? 15,
  }));
  return films.length > 0 ? { kind: 'films', films } : undefined;
};

/** The readers of this domain. */
export const ownPanels: readonly (readonly [PanelKey, PanelReader])[] = [
  ['UNIT', unit],
  ['COMMITMENT', commitment],
  ['OFFICERS', officers],
  ['INSPECTIONS', inspections],
  ['MENU', menu],
  ['CHECKS', checks],
  ['SAMPLES', samples],
  ['CREW', crew],
  ['VIDEOS', videos],
];
