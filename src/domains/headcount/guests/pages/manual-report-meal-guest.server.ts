/** 客餐. */
import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves, unchecked } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import { departmentPath } from '../../../people/public.server.ts';
import { headcountRefusals } from '../../refusals.ts';
import { lateReasonOf } from '../../reports/late-reason.ts';
import { minute } from '../../reports/report-meals.ts';
import { chargesJob } from '../../settle/jobs.ts';
import type { GuestMealRow } from '../../tables.ts';
import { applyGuest } from '../apply-guest.ts';
import { judgeLate, mealTimes } from '../guest-cut-off.ts';
import { guestFlow, standingGuests } from '../guest-flow.ts';
import { printGuest } from '../print-guest.ts';
import spec from './manual-report-meal-guest.page.ts';

type Values = Readonly<Record<string, unknown>>;

const atOf = (guest: GuestMealRow) => ({ diningDate: guest.dining_date, mealPeriodId: guest.meal_period_id });

/** Changed or taken back after the cut-off: by who may, for the reason that is given anyway. */
async function checkCutOff(ctx: Ctx, guest: GuestMealRow, values: Values): Promise<Refusal | undefined> {
  const times = await mealTimes(ctx, atOf(guest));
  if (!times) return refuse('NOT_FOUND');
  const late = judgeLate(ctx, atOf(guest), times, lateReasonOf(ctx, values.reason));
  return isRefusal(late) ? late : undefined;
}

/** As many as came, no more than were approved, and not before the meal. */
async function checkCame(ctx: Ctx, guest: GuestMealRow, values: Values): Promise<Refusal | undefined> {
  const times = await mealTimes(ctx, atOf(guest));
  if (!times) return refuse('NOT_FOUND');
  const named = { no: guest.guest_no, meal: times.name };
  if (ctx.clock.now() < times.startsAt)
    return refuse(headcountRefusals.GUESTS_TOO_EARLY, { ...named, starts: minute(times.startsAt) });
  const eaten = Number(values.eatenHeads);
  return eaten > guest.heads
    ? refuse(headcountRefusals.GUESTS_TOO_MANY, { ...named, heads: guest.heads, eaten })
    : undefined;
}

/** Six digits; one that is taken for the meal is refused by its index and drawn again by the next try. */
const guestCode = ({ services: { random } }: Ctx): string =>
  String(Buffer.from(random.token(6), 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0');

/** Money is moved behind: the command itself holds the document. */
const thenBook = async (ctx: Ctx) => {
  const organizationId = ownOrganization(ctx);
  await ctx.services.jobs.enqueue(
    chargesJob,
    { organizationId },
    { key: String(organizationId), within: sqlOf(ctx.db) },
  );
};

export default bind(spec, {
  list: over(
    spec,
    'guest_meal as g',
    {
      version: true,
      maker: 'g.maker_id',
      refs: ['departmentId as d', 'mealPeriodId as m'],
      columns: {
        begun: 'now.begun',
        plannedFen: sql`(g.heads * g.standard_fen)`,
        standing: sql`(g.status = any(${standingGuests}::text[]))`,
      },
      names: { departmentId: departmentPath },
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{
          begun: boolean;
        }>`(select (g.dining_date + coalesce(m.start_time, '00:00')::interval) at time zone 'Asia/Shanghai'
      <= ${isoAt(ctx.clock.now())}::timestamptz as begun)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  actions: {
    apply: (ctx, { values }) => applyGuest(ctx, values),
    print: (_ctx, input) => printGuest(input),
    ...moves(guestFlow, {
      table: 'guest_meal',
      name: (guest) => guest.guest_no,
      check: { submit: checkCutOff, change: checkCutOff, cancel: checkCutOff, sign: checkCame, correct: checkCame },
      write: {
        approve: (ctx) => ({ code: guestCode(ctx) }),
        change: ({ session }, values) => ({
          code: null,
          heads: values.heads,
          standard_fen: values.standardFen,
          menu_note: values.menuNote ?? '',
          maker_id: session.accountId,
          maker_name: session.name,
          ...unchecked,
        }),
        sign: ({ session, clock }, values) => ({
          eaten_heads: values.eatenHeads,
          served_at: isoAt(clock.now()),
          served_by: session.accountId,
          served_name: session.name,
          served_note: values.note ?? '',
          charge_wait: '',
        }),
        correct: (_ctx, values) => ({ eaten_heads: values.eatenHeads, served_note: values.reason, charge_wait: '' }),
        unsign: (_ctx, values) => ({
          eaten_heads: null,
          served_at: null,
          served_by: null,
          served_name: '',
          served_note: values.reason,
          charge_wait: '',
          served_key: null,
        }),
      },
      after: { sign: thenBook, correct: thenBook, unsign: thenBook },
    }),
  },
  reads: ['print'],
});
