/** What opening, renewing or upgrading would come to now: price, activity, credit, term. Reads only. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { billingRefusals } from '../refusals.ts';
import { bestPrice, leftFen, type Offer, type Price } from './offers.ts';
import { daysBetween } from './service-state.ts';
import { addMonths } from './terms.ts';

export interface Customer {
  unitType: 'ORGANIZATION' | 'CONTRACTOR';
  unitId: number;
}

interface Sold {
  id: number;
  name: string;
  base: boolean;
  sale: string;
  unitName: string;
  agentId: number | null;
  yearFen: number;
  includes: number[];
  endOn: string | null;
  ownEndOn: string | null;
  trial: boolean;
  closedOn: string | null;
}

export interface Plan extends Price {
  sold: Sold;
  kind: 'OPEN' | 'RENEW' | 'UPGRADE';
  creditFen: number;
  amountFen: number;
  /** Terms it takes the place of, with their last days. */
  replaced: { applicationId: number; endOn: string }[];
  fromOn: string;
  toOn: string;
  offer: Offer | undefined;
}

export async function readSold(
  tx: Sql,
  { unitType, unitId }: Customer,
  applicationId: number,
): Promise<Sold | undefined> {
  const { rows } = await tx.query<Sold>(
    `select s.application_id as id, s.application_name as name, s.base, s.sale, s.unit_name as "unitName", s.agent_id as "agentId",
       a.price_year_fen as "yearFen", a.includes_ids as includes, s.end_on as "endOn", s.own_end_on as "ownEndOn", s.trial, s.closed_on as "closedOn"
     from unit_service s join application a on a.id = s.application_id
     where s.unit_type = $1 and s.unit_id = $2 and s.application_id = $3`,
    [unitType, unitId, applicationId],
  );
  return rows[0];
}

/** Activities that hold for the application now and have not given all they may. */
export async function offersFor(tx: Sql, applicationId: number, nowMs: number): Promise<Offer[]> {
  const { rows } = await tx.query<Offer>(
    `select id, name, discount_type as "discountType", percent_paid as "percentPaid", minus_fen as "minusFen", gift_months as "giftMonths"
     from application_activity where status = 'ONGOING' and start_at <= $2 and end_at > $2 and $1 = any(application_ids)
       and (use_limit is null or used < use_limit) order by id`,
    [applicationId, isoAt(nowMs)],
  );
  return rows;
}

/** Terms still running of what the application includes, and what of their price is left: paid, or credited of terms before them. */
async function replacedBy(tx: Sql, { unitType, unitId }: Customer, sold: Sold, today: string) {
  if (sold.includes.length === 0) return { replaced: [], creditFen: 0 };
  const { rows: replaced } = await tx.query<{ applicationId: number; endOn: string }>(
    `select application_id as "applicationId", end_on as "endOn" from subscription
     where unit_type = $1 and unit_id = $2 and application_id = any($3::bigint[]) and end_on >= $4::date and closed_on is null order by 1`,
    [unitType, unitId, sold.includes, today],
  );
  const { rows: paid } = await tx.query<{ fen: number; fromOn: string; toOn: string }>(
    `select /* wall: the unit that buys */ amount_fen + credit_fen as fen, from_on as "fromOn", to_on as "toOn" from subscription_order
     where unit_type = $1 and unit_id = $2 and application_id = any($3::bigint[]) and status = 'DONE' and to_on >= $4::date order by id`,
    [unitType, unitId, replaced.map((one) => one.applicationId), today],
  );
  const creditFen = paid.reduce((sum, { fen, fromOn, toOn }) => {
    const from = fromOn > today ? fromOn : today;
    return sum + leftFen(fen, daysBetween(from, toOn) + 1, daysBetween(fromOn, toOn) + 1);
  }, 0);
  return { replaced, creditFen };
}

/** The day before a new term begins: the end there is, unless that is over. */
export const termStart = (endOn: string | null, closedOn: string | null, today: string): string =>
  endOn !== null && closedOn === null && endOn >= today ? endOn : addDays(today, -1);

/** `without` are activities that turned out to have given all they may. */
export async function planOrder(
  tx: Sql,
  customer: Customer,
  applicationId: number,
  years: number,
  { nowMs, today, without = [] }: { nowMs: number; today: string; without?: readonly number[] },
): Promise<Plan | Refusal> {
  const sold = await readSold(tx, customer, applicationId);
  if (!sold) return refuse('NOT_FOUND');
  if (sold.sale !== 'NORMAL' || sold.yearFen <= 0)
    return refuse(billingRefusals.APPLICATION_NOT_SOLD, { name: sold.name });
  const offers = (await offersFor(tx, applicationId, nowMs)).filter(({ id }) => !without.includes(id));
  const price = bestPrice(sold.yearFen, years, offers);
  const { replaced, creditFen: left } = await replacedBy(tx, customer, sold, today);
  const creditFen = Math.min(left, price.listFen - price.minusFen);
  const start = termStart(sold.ownEndOn, sold.closedOn, today);
  return {
    ...price,
    sold,
    kind: replaced.length > 0 ? 'UPGRADE' : sold.ownEndOn !== null && !sold.trial ? 'RENEW' : 'OPEN',
    creditFen,
    amountFen: price.listFen - price.minusFen - creditFen,
    replaced,
    fromOn: addDays(start, 1),
    toOn: addMonths(start, years * 12 + price.giftMonths),
    offer: offers.find(({ id }) => id === price.activityId),
  };
}
