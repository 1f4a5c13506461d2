/** Consumption: what a meal costs, swipes of terminals, offline uploads, and the lists and reports over trades. */
import type { Pool } from 'pg';
import type { Services } from '../../kit/server/context.ts';
import { createPool } from '../../kit/server/db/pool.ts';
import type { Domain } from '../../kit/server/domain.ts';
import type {} from '../ops/services.ts';
import { codeBooker } from './code-swipe.ts';
import { type BatchJob, batchJob } from './correct/batch.ts';
import { runCorrectionBatch } from './correct/batch-run.ts';
import { consumeGateway } from './gateway.ts';
import { type ChargeJob, chargeJob } from './manual/charge.ts';
import { runManualCharge } from './manual/run.ts';
import { payerLookup } from './payers.ts';
import { refusalBook, sweepRefusals } from './refusal-book.ts';
import { ruleCache } from './rule-cache.ts';
import { openWork, waitingCorrections } from './waiting.ts';

/** Connections of the look-up before every swipe. */
const lookUps = { max: 2, hotPlans: true, applicationName: 'onecard swipes' };
const pools = new WeakMap<Services, Pool>();

const sweepJob = 'refused-swipes-sweep';

export const consumption: Domain = {
  name: 'consumption',
  tables: {
    fixed_value_rule: { organization: 'organization_id' },
    calendar_day: { organization: 'organization_id' },
    offline_trade: { organization: 'organization_id' },
    consumption_setting: { organization: 'organization_id' },
    correction: { organization: 'organization_id' },
    correction_batch: { organization: 'organization_id' },
    manual_charge: { organization: 'organization_id', restaurant: 'restaurant_id' },
    manual_charge_line: { organization: 'organization_id' },
    trade_item: { organization: 'organization_id', restaurant: 'restaurant_id' },
    refused_swipe: { organization: 'organization_id', restaurant: 'restaurant_id' },
    rollup_consume_person_month: { organization: 'organization_id' },
  },
  build: (services) => {
    const pool = createPool(services.connectionConfig, lookUps, (error) =>
      services.log.warn('swipe look-up connection', { error: String(error) }),
    );
    pools.set(services, pool);
    services.swipes = {
      rules: ruleCache(services.pool, services.clock),
      payer: payerLookup(pool),
      wallet: services.wallet,
      ids: services.ids,
    };
    services.refusedSwipes = refusalBook(services.pool, services.ids, services.log);
    services.codeBooker = codeBooker(services.swipes);
    services.consumeGateway = consumeGateway(services, services.swipes);
    services.jobs?.define<BatchJob>(batchJob, (data, { signal }) => runCorrectionBatch(services, data, signal), {
      onePerKey: true,
    });
    services.jobs?.define(sweepJob, () => sweepRefusals(services.pool, services.clock.now()));
    services.jobs?.define<ChargeJob>(chargeJob, (data, { signal }) => runManualCharge(services, data, signal), {
      onePerKey: true,
    });
  },
  start: async (services) => {
    services.shellBoard.registerMission('ExceptionMission', waitingCorrections);
    services.shellBoard.registerWork(openWork);
    await services.jobs.schedule(sweepJob, '40 3 * * *');
  },
  stop: async (services) => {
    await services.refusedSwipes.close();
    await pools.get(services)?.end();
  },
};
