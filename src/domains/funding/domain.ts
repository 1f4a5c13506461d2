/** Funding: money in and out over the counter and the channels, and the sheets that prove the accounts. */
import type { Domain } from '../../kit/server/domain.ts';
import { ofPerson } from '../people/public.server.ts';
import { channelWork } from './code/open-work.ts';
import { counterWork } from './counter/open-work.ts';
import { defineFundingJobs, scheduleFunding } from './jobs.ts';
import { lowBalanceWork } from './limits/low-balance.ts';
import { directMerchants } from './merchants/direct-merchants.ts';
import { merchantProvider } from './merchants/merchant-provider.ts';
import { httpsTransport, readFeeRates, readPayProviders } from './pay/config.ts';
import { payRoutes } from './pay/routes.ts';
import { payService } from './pay/service.ts';
import './refusals.ts';
import './tables.ts';

/** Rows of diners' accounts name no restaurant. */
const ofAccount = { organization: 'organization_id', accounts: true } as const;

export const funding: Domain = {
  name: 'funding',
  files: ['cash_out.sign_image'],
  tables: {
    recharge_order: { ...ofAccount, department: ofPerson, operator: 'operator_id' },
    cash_out: { ...ofAccount, department: ofPerson, operator: 'operator_id' },
    cash_deposit: { ...ofAccount, department: ofPerson, operator: 'operator_id' },
    statement_sign: { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } },
    count_recharge: { ...ofAccount, department: ofPerson, operator: 'operator_id' },
    cash_handover: { organization: 'organization_id', operator: 'operator_id' },
    funding_batch: { organization: 'organization_id', operator: 'maker_id' },
    funding_batch_line: { organization: 'organization_id', department: ofPerson },
    balance_limit: { organization: 'organization_id' },
    funding_setting: { organization: 'organization_id' },
    refund_order: { ...ofAccount, department: ofPerson, operator: 'maker_id' },
    third_pay_callback: { organization: 'organization_id' },
    main_account_order: { organization: 'organization_id' },
    channel_bill: { organization: 'organization_id' },
    direct_merchant: { organization: 'organization_id' },
    third_trade: { organization: 'organization_id', restaurant: 'restaurant_id', day: 'business_date' },
    third_refund: { organization: 'organization_id' },
  },
  build: (services) => {
    services.pay = payService(
      readPayProviders(process.env, { ...services, send: httpsTransport }),
      services.config.demo,
      services,
      readFeeRates(process.env),
    );
    const { pay, config, log } = services;
    pay.direct = directMerchants(
      {
        pool: services.aside,
        clock: services.clock,
        tell: (merchantNo, why) => log.warn('merchant unusable', { merchantNo, why }),
      },
      (set) => {
        const sandbox = config.demo && set.keyFile === '' ? pay.sandbox(set.channel) : undefined;
        return sandbox
          ? { ...sandbox, merchantNo: set.merchantNo }
          : merchantProvider(process.env, set, { ...services, send: httpsTransport });
      },
    );
    defineFundingJobs(services);
  },
  routes: (app, { services }) => payRoutes(app, services),
  start: async (services) => {
    services.shellBoard.registerWork(lowBalanceWork);
    services.shellBoard.registerWork(channelWork);
    services.shellBoard.registerWork(counterWork);
    await scheduleFunding(services);
  },
};
