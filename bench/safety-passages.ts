/**
 * A page of passages over many of them, a year of 20,000 people, in partitions of months. Measured at a quarter of the size and
 * at all of it: a page reads the newest rows of its partitions by an index, so that the time follows the page and not the table.
 * The plan is said beside it: which partitions it touched and whether it read any from end to end.
 */
import { Client } from 'pg';
import type { Actor } from '../src/demo/act.ts';
import { addDays } from '../src/kit/server/clock.ts';
import type { Services } from '../src/kit/server/context.ts';
import type { MealFigure } from './meal-kitchen.ts';

export interface PassageSite {
  services: Services;
  /** Keys are passed by as the superuser only. */
  superuserUrl: string;
  school: Actor;
  organizationId: number;
  today: string;
  districtId: number;
  people: readonly number[];
}

const perInsert = 500_000;
/** Who goes through the doors: those of the house, and others that nothing more is known of. */
const strangers = 20_000;
/** Days the passages spread over. */
const days = 360;
const page = '/admin/organization/enter_record';

/** Rows loaded as after a restore: keys checked by nobody, the indexes but the primary key built once over what came in. */
async function loaded(client: Client, load: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as made
     from pg_index where indrelid = 'passage'::regclass and not indisprimary`,
  );
  await client.query(
    `set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '1GB'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await load();
  for (const { made } of indexes) await client.query(made);
  await client.query('vacuum (analyze) passage');
}

async function grow(site: PassageSite, from: number, to: number): Promise<void> {
  const client = new Client({ connectionString: site.superuserUrl });
  await client.connect();
  try {
    await loaded(client, () => insert(client, site, from, to));
  } finally {
    await client.end();
  }
}

/** Everybody once a round, in the order of days: so many rounds a day as the numbers ask for. */
async function insert(
  client: Client,
  { organizationId, today, districtId, people }: PassageSite,
  from: number,
  to: number,
): Promise<void> {
  const known = [...people, ...Array.from({ length: strangers }, (_, i) => 6_000_000_000 + i)];
  for (let n = from; n < to; n += perInsert)
    await client.query(
      `insert into passage (organization_id, id, day, at, device_id, district_id, person_id, direction, identify, verdict, judged,
         late, doubtful, epoch, no, received_at)
       select $1, 5000000000 + n, day, day::timestamp at time zone 'Asia/Shanghai' + make_interval(secs => 21600 + n % 50000),
         900001 + n % 200, $3, ($4::bigint[])[1 + n % cardinality($4::bigint[])], 'IN', 'CARD', 'PASS', 'PASS', false, false, 1, n, now()
       from generate_series($5::int, $6::int) n, lateral (select $2::date - n / cardinality($4::bigint[]) % ${days} as day) d`,
      [organizationId, today, districtId, known, n + 1, Math.min(n + perInsert, to)],
    );
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The plan of the page's rows, as the list asks for them: newest first, of one unit and the last seven days. */
async function planOf({ services, organizationId, today }: PassageSite): Promise<string> {
  const { rows } = await services.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) select g.id from passage g where g.organization_id = $1 and g.day >= $2::date - 7 and g.day <= $2::date
     order by g.at desc, g.id desc limit 20`,
    [organizationId, addDays(today, 0)],
  );
  const read = nodes(rows[0]!['QUERY PLAN'][0].Plan).filter(
    (one) => one['Relation Name'] && (one['Actual Loops'] ?? 0) > 0,
  );
  const whole = read.filter((one) => one['Node Type'] === 'Seq Scan');
  const { rows: all } = await services.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_inherits where inhparent = 'passage'::regclass`,
  );
  return `读 ${read.length} / ${all[0]!.n} 个分区，全表扫描 ${whole.length} 个`;
}

export async function measurePassages(
  site: PassageSite,
  count: number,
  middle: (work: () => Promise<unknown>) => Promise<number>,
): Promise<MealFigure[]> {
  const { school, people, services, today } = site;
  for (let month = 0; month <= 13; month += 1)
    await services.pool.query('select gate_ensure_month($1)', [addDays(today, -days + month * 28)]);
  await services.pool.query('select gate_ensure_month($1)', [today]);
  const listed = () => middle(() => school.call(page, 'query', { size: 20 }));
  const quarter = Math.floor(count / 4);
  await grow(site, 0, quarter);
  const small = await listed();
  await grow(site, quarter, count);
  const large = await listed();
  const person = await middle(() => school.call(page, 'query', { size: 20, search: { personId: [people[7]!] } }));
  const deep = await middle(() => school.call(page, 'query', { size: 20, page: 50 }));
  const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
  return [
    {
      name: `进出记录一页（${count.toLocaleString('en-US')} 条，两万人一年，按月分区）`,
      said: ms(large),
      limit: '20 ms',
      beside: `四分之一时 ${ms(small)}（${(large / small).toFixed(2)}×），按人 ${ms(person)}，第 50 页 ${ms(deep)}；${await planOf(site)}`,
    },
  ];
}
