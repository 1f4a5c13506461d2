/** Consumption: what a meal costs, swipes of terminals, offline uploads, and the lists and reports over trades. */
import type { Pool } from 'pg';
import { defineRuns, scheduleRuns } from '../../kit/server/batch/queue.ts';
import type { Services } from '../../kit/server/context.ts';
import { createPool } from '../../kit/server/db/pool.ts';
import type { Domain } from '../../kit/server/domain.ts';
import { ofPerson } from '../people/public.server.ts';
import { correctionRuns } from './correct/batch-run.ts';
import { manualCharges } from './manual/run.ts';
import { nationalDays } from './pricing/national-days.ts';
import { ruleCache } from './pricing/rule-cache.ts';
import type {} from './services.ts';
import { codeBooker } from './swipes/code-swipe.ts';
import { consumeGateway } from './swipes/gateway.ts';
import { payerLookup } from './swipes/payers.ts';
import { payersThen } from './swipes/payers-then.ts';
import { refusalBook, sweepRefusals } from './swipes/refusal-book.ts';
import { runRules } from './units/run-rules.ts';
import { openWork, waitingCorrections } from './waiting.ts';
import { tellSpending } from './watch/tell-spending.ts';

/** Connections of the look-up before every swipe. */
const lookUps = { max: 2, hotPlans: true, applicationName: 'onecard swipes' };
const pools = new WeakMap<Services, Pool>();

const sweepJob = 'refused-swipes-sweep';
/** Each morning: who spent far more than he does. */
const spendingJob = 'consumption-spending';

export const consumption: Domain = {
  name: 'consumption',
  files: ['correction.evidence'],
  tables: {
    fixed_value_rule: { organization: 'organization_id' },
    calendar_day: { organization: 'organization_id' },
    offline_trade: { organization: 'organization_id', department: ofPerson },
    consumption_setting: { organization: 'organization_id' },
    correction: { organization: 'organization_id', operator: 'maker_id', department: ofPerson },
    correction_batch: { organization: 'organization_id', operator: 'maker_id' },
    manual_charge: { organization: 'organization_id', operator: 'maker_id', restaurant: 'restaurant_id' },
    manual_charge_line: { organization: 'organization_id', department: ofPerson },
    trade_item: {
      organization: 'organization_id',
      department: ofPerson,
      restaurant: 'restaurant_id',
      day: 'business_date',
    },
    refused_swipe: { organization: 'organization_id', department: ofPerson, restaurant: 'restaurant_id' },
    rollup_consume_person_month: { organization: 'organization_id', department: ofPerson },
    rollup_consume_person_so_far: { organization: 'organization_id', department: ofPerson },
    rollup_consume_person_year: { organization: 'organization_id', department: ofPerson },
    rollup_caterer_unit: { organization: 'organization_id', caterer: 'contractor_id' },
    rollup_caterer: { party: { CONTRACTOR: 'contractor_id' }, caterer: 'contractor_id' },
  },
  build: (services) => {
    const pool = createPool(services.connectionConfig, lookUps, (error) =>
      services.log.warn('swipe look-up connection', { error: String(error) }),
    );
    pools.set(services, pool);
    services.swipes = {
      rules: ruleCache(services.aside, services.clock, services.config.offlineDays * 86_400_000),
      payersThen: (organizationId, swipes) => payersThen(pool, organizationId, swipes),
      payers: payerLookup(pool),
      scheme: (asked) => services.mealSchemes(asked),
      reportsAsked: (at) => services.reportsAsked(at),
      wallet: services.wallet,
      ids: services.ids,
      shop: () => services.shopTill,
      offer: async (asked) => services.offerDesk?.(asked),
    };
    services.ledgerRules?.push(...runRules);
    services.refusedSwipes = refusalBook(services.pool, services.ids, services.log);
    services.lawfulDays = nationalDays;
    services.codeBooker = codeBooker(services.swipes);
    services.consumeGateway = consumeGateway(services, services.swipes);
    if (services.jobs) for (const queue of [correctionRuns, manualCharges]) defineRuns(services, queue);
    services.jobs?.define(sweepJob, () => sweepRefusals(services.pool, services.clock.now()));
    services.jobs?.define(spendingJob, () => tellSpending(services), { timeoutSeconds: 3_600 });
  },
  start: async (services) => {
    services.shellBoard.registerMission('ExceptionMission', waitingCorrections);
    services.shellBoard.registerWork(openWork);
    for (const queue of [correctionRuns, manualCharges]) await scheduleRuns(services, queue);
    await services.jobs.schedule(sweepJob, '40 3 * * *');
    await services.jobs.schedule(spendingJob, '10 6 * * *');
  },
  stop: async (services) => {
    await services.refusedSwipes.close();
    await pools.get(services)?.end();
  },
};
