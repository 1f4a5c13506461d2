/** Headcount: meals reported ahead, and what becomes of those nobody came for. */

import { refreshStatistics } from '../../kit/server/db/statistics.ts';
import type { Domain } from '../../kit/server/domain.ts';
import { type Found, keepAlerts } from '../alerts/public.server.ts';
import { ofPerson } from '../people/public.server.ts';
import { bookGuests, unitsWithGuests } from './guests/book-guests.ts';
import { guestRoutes } from './guests/guest-routes.ts';
import { forgetNotices } from './notices/forget-notices.ts';
import { tellUnreported } from './notices/tell-unreported.ts';
import { mealSchemes } from './rules/meal-schemes.ts';
import { bookCharges } from './settle/book-charges.ts';
import { forgiveWaited } from './settle/forgive-waited.ts';
import { type ChargesJob, chargesJob, clockJob, nightJob } from './settle/jobs.ts';
import { reportRules } from './settle/ledger-rules.ts';
import { foretellAll, resettleWeek, retryCharges, turnMealClock, unitsThatReport } from './settle/meal-clock.ts';
import { stopRepeaters } from './settle/stop-repeaters.ts';
import { foldMeals } from './summaries/fold-meals.ts';
import { keepDigest } from './summaries/keep-digest.ts';
import { openWork } from './summaries/open-work.ts';
import { silentDepartments } from './summaries/silent.ts';
import './tables.ts';
import { tellMissing } from './watch/tell-missing.ts';

/** Each morning: who eats nearly always and has not for days. */
const missingJob = 'headcount-missing';

export const headcount: Domain = {
  name: 'headcount',
  tables: {
    meal_cut_off: { organization: 'organization_id' },
    meal_rule: { organization: 'organization_id', restaurant: 'restaurant_id' },
    meal_report: {
      organization: 'organization_id',
      department: ofPerson,
      restaurant: 'restaurant_id',
      day: 'dining_date',
    },
    meal_report_event: { organization: 'organization_id' },
    meal_habit: { organization: 'organization_id', department: ofPerson },
    meal_count: {
      organization: 'organization_id',
      department: 'department_id',
      restaurant: 'restaurant_id',
      day: 'dining_date',
    },
    meal_notice: { organization: 'organization_id', department: ofPerson },
    meal_absence: { organization: 'organization_id', department: ofPerson },
    school_term: { organization: 'organization_id' },
    payroll_run: { organization: 'organization_id' },
    payroll_line: { organization: 'organization_id' },
    guest_meal: {
      organization: 'organization_id',
      department: 'department_id',
      restaurant: 'restaurant_id',
      day: 'dining_date',
    },
    meal_list: { organization: 'organization_id', department: ofPerson },
    meal_settlement: { organization: 'organization_id' },
    meal_forecast: { organization: 'organization_id' },
    meal_forecast_place: { organization: 'organization_id', restaurant: 'restaurant_id', day: 'dining_date' },
    meal_digest: { organization: 'organization_id' },
    rollup_cost_month: { organization: 'organization_id', restaurant: 'restaurant_id', department: ofPerson },
    rollup_diner_month: { organization: 'organization_id', restaurant: 'restaurant_id', department: ofPerson },
    rollup_diner_day: {
      organization: 'organization_id',
      restaurant: 'restaurant_id',
      day: 'dining_date',
      department: 'department_id',
    },
    rollup_meal: {
      organization: 'organization_id',
      restaurant: 'restaurant_id',
      day: 'dining_date',
      department: 'department_id',
    },
  },
  build: (services) => {
    const schemes = mealSchemes(services);
    services.mealSchemes = schemes.scheme;
    services.reportsAsked = schemes.asked;
    services.silentDepartments = silentDepartments;
    services.ledgerRules?.push(...reportRules);
    services.jobs?.define(clockJob, async (_data, { signal }) => {
      await turnMealClock(services, signal);
      const units = await unitsThatReport(services);
      const found: Found[] = [];
      for (const organizationId of units) found.push(...(await tellUnreported(services, organizationId)));
      await keepAlerts(services, 'MEAL_UNSAID', found, 'report:');
      for (const organizationId of await unitsWithGuests(services)) await bookGuests(services, organizationId, 'NEW');
    });
    services.jobs?.define(nightJob, async () => {
      await resettleWeek(services);
      await retryCharges(services);
      for (const organizationId of await unitsWithGuests(services)) await bookGuests(services, organizationId, 'ALL');
      for (const organizationId of await unitsThatReport(services)) {
        await forgiveWaited(services, organizationId);
        await stopRepeaters(services, organizationId);
      }
      await foldMeals(services);
      for (const organizationId of await unitsThatReport(services)) await keepDigest(services, organizationId);
      await refreshStatistics(services.pool);
      await forgetNotices(services);
      await foretellAll(services);
    });
    services.jobs?.define(missingJob, () => tellMissing(services), { timeoutSeconds: 3_600 });
    services.jobs?.define<ChargesJob>(
      chargesJob,
      async ({ organizationId }) => {
        await bookCharges(services, organizationId, 'NEW');
        await bookGuests(services, organizationId, 'NEW');
      },
      { onePerKey: true },
    );
  },
  routes: guestRoutes,
  start: async (services) => {
    services.shellBoard.registerWork(openWork);
    await services.jobs.schedule(clockJob, '*/5 * * * *');
    await services.jobs.schedule(nightJob, '20 3 * * *');
    await services.jobs.schedule(missingJob, '15 6 * * *');
  },
};
