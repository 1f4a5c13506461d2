/** Figures of reports `r` by what became of them, as SQL: the same whether they are added up now or were last night. */

const missed = `r.fate in ('EXCUSED', 'IGNORED', 'WARNED', 'EXEMPT', 'CHARGE')`;
const times = (condition: string) => `count(*) filter (where ${condition})`;
const portions = (condition: string) => `coalesce(sum(r.portions) filter (where ${condition}), 0)`;

/** Of a person. */
export const timesOfReports = {
  times: times(`r.status = 'REPORTED'`),
  portions: portions(`r.status = 'REPORTED'`),
  cancelled_times: times(`r.status = 'CANCELLED'`),
  eaten_times: times(`r.fate = 'EATEN'`),
  missed_times: times(missed),
  unclear_times: times(`r.fate = 'UNCLEAR'`),
  waiting_times: times(`r.fate = '' and r.status = 'REPORTED'`),
  waived_times: times(`r.fate in ('EXEMPT', 'EXCUSED')`),
  charged_times: times(`r.fate in ('WARNED', 'CHARGE')`),
  charge_fen: 'coalesce(sum(r.charge_fen), 0)',
  charged_fen: 'coalesce(sum(r.charged_fen), 0)',
} as const;

/** Of a meal. */
export const portionsOfReports = {
  reported_portions: portions(`r.status = 'REPORTED'`),
  cancelled_portions: portions(`r.status = 'CANCELLED'`),
  eaten_portions: portions(`r.fate = 'EATEN'`),
  missed_portions: portions(missed),
  unclear_portions: portions(`r.fate = 'UNCLEAR'`),
  waiting_portions: portions(`r.fate = '' and r.status = 'REPORTED'`),
  pending_heads: times(`r.fate = 'EATEN' and r.eaten_at is null`),
} as const;

/**
 * The person of a trade `t` eats by a number: their department, or one above, said how many of its people come to the meal of that
 * day. Guests of a department are no people of it. All it hangs on are equal columns: it is hashed where
 * many ask, and a look at an index where few do.
 */
export const countedSql = (day = 't.occurred_date'): string =>
  `(t.person_id <> 0 and exists (select from meal_count n join department d on d.organization_id = n.organization_id
     and n.department_id = any(d.above || d.id)
   where n.organization_id = t.organization_id and n.dining_date = ${day} and n.meal_period_id = t.meal_period_id
     and d.id = t.department_id and n.status = 'REPORTED'))`;

/** Diners by how the kitchen knew of them, each once: `reported` by name, `counted` by their department, `guests`. */
export const dinerSorts = {
  reported: 'reported',
  counted: 'counted and not reported',
  unreported: 'not reported and not counted and not guests',
  guest: 'guests',
} as const;

/** Something of a trade `t` stands, by what was taken back of it (`v`). */
export const standsSql = '(v.posting_id is null or v.reversed_fen < v.amount_fen or v.reversed_count < v.count_used)';
