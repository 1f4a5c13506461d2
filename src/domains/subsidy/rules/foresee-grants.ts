/** What last month's grants of a rule would have been under the changed rule, beside what they were. */
import { type Foreseen, type ForeseenPart, partsOf } from '../../../kit/define/versions.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { amountUnder } from './amount.ts';
import { isGrantDay, monthEnd } from './calendar.ts';
import type { Rule } from './rule.ts';

/** What people of a type got, equal lines together. */
export interface Granted {
  typeId: number;
  typeName: string;
  units: number | null;
  /** Lines. */
  count: number;
  fen: number;
}

/** Days of grant in the month of `first`. */
const grantDays = (rule: Rule, first: string): number => {
  let days = 0;
  for (let day = first; day <= monthEnd(first); day = addDays(day, 1)) if (isGrantDay(rule, day)) days += 1;
  return days;
};

/**
 * By type: what was granted and what would have been. Where the days of grant stay, line by line; where they change, and for
 * types that had nothing, a fixed amount for each of its `people` on each day of the month.
 */
export function foreseeGrants(
  granted: readonly Granted[],
  people: ReadonlyMap<number, { name: string; count: number }>,
  before: Rule | null,
  after: Rule,
  first: string,
): ForeseenPart[] {
  const days = after.cycle === 'ONCE' ? 1 : grantDays(after, first);
  const sameDays = before !== null && before.cycle === after.cycle && before.dayOfCycle === after.dayOfCycle;
  const types = new Set([...granted.map((line) => line.typeId), ...after.amounts.keys()]);
  return [...types].map((typeId): ForeseenPart => {
    const lines = granted.filter((line) => line.typeId === typeId);
    const { name = lines[0]?.typeName ?? '', count = 0 } = people.get(typeId) ?? {};
    const under = (units: number | null) => {
      const amount = amountUnder(after, typeId, units);
      return 'wrong' in amount ? 0 : amount.amountFen;
    };
    const lineByLine = lines.length > 0 && (sameDays || after.basis !== 'FIXED');
    return {
      name,
      count: lines.reduce((sum, line) => sum + line.count, 0),
      wasFen: lines.reduce((sum, line) => sum + line.fen, 0),
      wouldFen: lineByLine
        ? lines.reduce((sum, line) => sum + under(line.units) * line.count, 0)
        : under(null) * count * days,
    };
  });
}

/** `before` is null for a new rule; the number of `after` is then 0. */
export async function foreseeRule(ctx: Ctx, before: Rule | null, after: Rule): Promise<Foreseen> {
  const sql = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const last = addDays(`${businessDay(ctx.clock.now()).slice(0, 7)}-01`, -1);
  const first = `${last.slice(0, 7)}-01`;
  const granted = await sql.query<Granted>(
    `select coalesce(i.type_id, 0) as "typeId", coalesce(max(t.name), '') as "typeName", i.units, count(*)::int as count,
       sum(i.amount_fen)::bigint as fen
     from subsidy_batch b
     join subsidy_item i on i.organization_id = b.organization_id and i.batch_id = b.id and i.status = 'POSTED'
     left join person_type t on t.organization_id = i.organization_id and t.id = i.type_id
     where b.organization_id = $1 and b.rule_id = $2 and b.kind = 'GRANT' and b.grant_on between $3::date and $4::date
     group by i.type_id, i.units`,
    [organizationId, after.id, first, last],
  );
  const people = await sql.query<{ id: number; name: string; count: number }>(
    `select t.id, t.name, (select count(*)::int from person p
       where p.organization_id = t.organization_id and p.type_id = t.id and p.status <> 'CLOSED') as count
     from person_type t where t.organization_id = $1 and t.id = any($2::bigint[])`,
    [organizationId, [...after.amounts.keys()]],
  );
  const parts = foreseeGrants(granted.rows, new Map(people.rows.map((t) => [t.id, t])), before, after, first);
  const sum = (of: (part: ForeseenPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    period: first.slice(0, 7),
    totals: [{ label: '发放合计', was: sum((p) => p.wasFen), would: sum((p) => p.wouldFen), unit: 'fen' }],
    partTitle: '人员类别',
    ...partsOf(parts),
    notes: [
      '按上月这条规则的实际发放试算；新加的类别和改了发放日的，按现在的人数与上月的发放日计算，不记账。',
      ...(after.basis === 'FIXED' ? [] : ['按天数或班次计发的，天数取自上月的表格。']),
    ],
  };
}
