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

/** Something of a trade `t` stands, by what was taken back of it (`v`). */
export const standsSql = '(v.posting_id is null or v.reversed_fen < v.amount_fen or v.reversed_count < v.count_used)';
