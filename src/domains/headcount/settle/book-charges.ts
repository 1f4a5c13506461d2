/**
 * Books what reports are to cost and takes back what they no longer cost. Every attempt has a number of its own: it is kept
 * with the posting in one transaction, so that a run that dies anywhere is simply run again.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { Companion, MoneyRequest, ReverseRequest, SupplementRequest, Tx } from '../../wallet/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { MealRule } from '../rules/setting.ts';
import { cutOffsFrom, pastSettings } from './past-settings.ts';

interface Due {
  id: number;
  personId: number;
  departmentId: number | null;
  personTypeId: number;
  restaurantId: number;
  mealPeriodId: number;
  diningDate: string;
  endsAt: string;
  wantedFen: number;
  chargedFen: number;
  no: number;
  postingId: number | null;
  reason: string;
  /** Who served the meal and what was waited for. */
  heard: string;
  ruleId: number;
  waited: boolean;
}

/** What the rule said of the charge at the cut-off of the meal: a change made since concerns the meals to come alone. */
type Said = Pick<MealRule, 'subsidyPays' | 'waitThen'> | undefined;

/** NEW leaves alone what was refused for want of money; ALL tries it again. */
type Which = 'NEW' | 'ALL';

const most = 1_000;
/** Days a charge is tried again before the rule says what becomes of it. */
export const waitDays = 7;

async function dueReports(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  organizationId: number,
  which: Which,
  afterId: number,
): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `select r.id, r.person_id as "personId", r.department_id as "departmentId", r.person_type_id as "personTypeId",
       r.restaurant_id as "restaurantId", r.meal_period_id as "mealPeriodId", r.dining_date as "diningDate",
       (r.dining_date::text || ' 00:00+08')::timestamptz + make_interval(mins => split_part(m.end_time, ':', 1)::int * 60
         + split_part(m.end_time, ':', 2)::int - 1) as "endsAt",
       r.charge_fen as "wantedFen", r.charged_fen as "chargedFen", r.charge_no as no, r.charge_posting_id as "postingId",
       r.fate_reason as reason, coalesce(s.heard, '') as heard, r.rule_id as "ruleId",
       r.charge_wait <> '' and r.dining_date <= $4::date as waited
     from meal_report r
     join meal_period m on m.organization_id = r.organization_id and m.id = r.meal_period_id
     left join meal_settlement s on s.organization_id = r.organization_id and s.dining_date = r.dining_date
       and s.meal_period_id = r.meal_period_id
     where r.organization_id = $1 and r.due and r.id > $2
       and ($3 or r.charge_wait = '')
     order by r.id limit ${most}`,
    [organizationId, afterId, which === 'ALL', addDays(businessDay(clock.now()), -waitDays)],
  );
  return rows;
}

const keyOf = (word: string, { diningDate, mealPeriodId, personId, no }: Due) =>
  `${word}:${diningDate}:${mealPeriodId}:${personId}:${no + 1}`;

/** The report's side of a posting; the same number twice writes nothing. */
function kept(services: Services, organizationId: number, due: Due, chargedFen: number): Companion {
  return async (tx: Tx, posted) => {
    // One trip for both: five thousand charges stand in line behind each other.
    await tx.query(
      `with kept as (
         update meal_report set charged_fen = $4, charge_no = $3, charge_posting_id = $5, charge_wait = '', version = version + 1
         where organization_id = $1 and id = $2 and charge_no = $3 - 1 returning id)
       insert into meal_report_event (organization_id, id, report_id, at, event, amount_fen, note)
       select $1, $6, kept.id, $7, $8, $9, $10 from kept`,
      [
        organizationId,
        due.id,
        due.no + 1,
        chargedFen,
        chargedFen > 0 ? posted.postingId : null,
        await services.ids.next(),
        isoAt(services.clock.now()),
        chargedFen > 0 ? 'CHARGE' : 'UNDO',
        posted.amountFen,
        due.reason,
      ],
    );
    return undefined;
  };
}

function requestOf(services: Services, organizationId: number, due: Due, said: Said): MoneyRequest {
  const base = {
    organizationId,
    personId: due.personId,
    sourceType: 'meal_report',
    sourceId: due.id,
    reason: due.reason.slice(0, 200),
  };
  // What stands is taken back first; another sum is booked anew by the next round.
  if (due.postingId !== null)
    return {
      ...base,
      kind: 'REVERSE',
      requestKey: keyOf('noshow-undo', due),
      occurredAt: services.clock.now(),
      originalPostingId: due.postingId,
      companion: kept(services, organizationId, due, 0),
    } satisfies ReverseRequest;
  return {
    ...base,
    kind: 'SUPPLEMENT',
    requestKey: keyOf('noshow', due),
    occurredAt: Date.parse(due.endsAt),
    businessDate: due.diningDate,
    amountFen: due.wantedFen,
    trace: { noShow: due.id, lines: [due.reason, due.heard].filter(Boolean) },
    // After a week of want, of the wages where the rule says so.
    ...(due.waited && said?.waitThen === 'PAYROLL'
      ? { third: { channel: 'PAYROLL' as const, amountFen: due.wantedFen } }
      : {}),
    ...(said?.subsidyPays ? {} : { purseCapFen: ({ kind }) => (kind === 'MAIN' ? Number.MAX_SAFE_INTEGER : 0) }),
    place: {
      restaurantId: due.restaurantId,
      deploySiteId: 0,
      deviceId: 0,
      mealPeriodId: due.mealPeriodId,
      departmentId: due.departmentId ?? 0,
      personTypeId: due.personTypeId,
      mode: 'MANUAL',
      identify: 'MANUAL',
    },
    companion: kept(services, organizationId, due, due.wantedFen),
  } satisfies SupplementRequest;
}

export interface Booked {
  charged: number;
  undone: number;
  /** Could not be booked, for want of money as a rule; tried again by the next run. */
  waiting: number;
}

/** By the ids of the reports. */
async function saidOf(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  organizationId: number,
  due: readonly Due[],
): Promise<Map<number, Said>> {
  const first = due.map((one) => one.diningDate).reduce((a, b) => (a < b ? a : b));
  const settings = await pastSettings(pool, organizationId, clock.now(), cutOffsFrom(first));
  return new Map(
    await Promise.all(
      due.map(async (one) => [one.id, await settings.ruleOf(one.ruleId, one.mealPeriodId, one.diningDate)] as const),
    ),
  );
}

/** Books everything that is due in the unit. Safe to run at any time, on several nodes, after a crash. */
export async function bookCharges(services: Services, organizationId: number, which: Which): Promise<Booked> {
  const booked: Booked = { charged: 0, undone: 0, waiting: 0 };
  for (let afterId = 0; ; ) {
    const due = await dueReports(services, organizationId, which, afterId);
    if (due.length === 0) return booked;
    afterId = due.at(-1)!.id;
    const again: Due[] = [];
    const said = await saidOf(services, organizationId, due);
    const request = (one: Due) => requestOf(services, organizationId, one, said.get(one.id));
    const answers = await services.wallet.submitMany(due.map(request));
    for (const [i, answer] of answers.entries()) {
      const one = due[i]!;
      if (isRefusal(answer)) {
        booked.waiting += 1;
        // The refusal stays under this number; the next attempt takes the next.
        await services.pool.query(
          `update meal_report set charge_no = $3, charge_wait = $4 where organization_id = $1 and id = $2 and charge_no = $3 - 1`,
          [organizationId, one.id, one.no + 1, refusalMessage(answer)],
        );
      } else if (one.postingId === null) booked.charged += 1;
      else {
        booked.undone += 1;
        if (one.wantedFen > 0) again.push({ ...one, no: one.no + 1, postingId: null, chargedFen: 0 });
      }
    }
    const anew = await services.wallet.submitMany(again.map(request));
    booked.charged += anew.filter((answer) => !isRefusal(answer)).length;
  }
}
