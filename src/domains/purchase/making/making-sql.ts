/** What a document `p` that makes goods says of itself, in SQL over its lines; goods `g` are what comes out. */

/** What was taken of the line `l`: weighed, or as it was planned. */
export const takenText = 'coalesce(l.taken_qty, l.need_qty)';

/** What should come out of what went in: by the part that was taken least of, those left out aside. */
export const expectedText = `(select coalesce(floor(p.plan_qty * min(${takenText}::numeric / l.need_qty)), p.plan_qty)::bigint
  from production_line l where l.contractor_id = p.contractor_id and l.production_id = p.id and ${takenText} > 0)`;
