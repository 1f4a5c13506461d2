/** Goods and their stock: one master of goods, a ledger that only grows, documents that move it. Only it writes stock. */
import type { Domain } from '../../kit/server/domain.ts';
import { bookDues } from './dues/book-dues.ts';
import { foldDays } from './ledger/fold-days.ts';
import { closeJob, closeMonths, openMonths } from './months/run-month.ts';
import { openWork } from './open-work.ts';
import { expireLots } from './proof/expire-lots.ts';
import { runStockChecks } from './proof/run-checks.ts';
import './refusals.ts';
import type {} from './services.ts';
import './tables.ts';

const proofJob = 'stock-proof';
const expiryJob = 'stock-expiry';
const monthsJob = 'stock-months';
const duesJob = 'stock-dues';
const foldJob = 'stock-fold';

const own = { contractor: 'contractor_id' } as const;

export const stock: Domain = {
  name: 'stock',
  files: ['goods.image'],
  tables: {
    attribute_type: own,
    attribute_value: own,
    goods: own,
    goods_attribute: own,
    goods_unit: own,
    storehouse: own,
    lot: own,
    stock_lot: own,
    stock_balance: own,
    // The receiver of the organization a transfer goes to sees it too.
    stock_bill: { party: { CONTRACTOR: 'contractor_id', ORGANIZATION: 'receiver_id' } },
    stock_bill_line: own,
    stock_bill_left_out: own,
    stock_entry: own,
    stock_day: own,
    stock_running: own,
    stock_running_end: own,
    stock_folded: own,
    stock_transit: own,
    stock_used: own,
    price_variance: own,
    stock_reservation: own,
    stock_count: own,
    stock_count_line: own,
    stock_due: own,
    stock_due_part: own,
    stock_month: own,
    stock_month_line: own,
    stock_check_run: 'global',
  },
  build(services) {
    services.stockRulesAbove = [];
    services.jobs?.define(
      proofJob,
      async () => {
        const breaks = await runStockChecks(services);
        if (breaks.length > 0) services.log.error('stock invariants broken', { breaks: breaks.slice(0, 5) });
        else services.log.info('stock invariants hold');
      },
      { timeoutSeconds: 3_600 },
    );
    services.jobs?.define(expiryJob, async () => {
      await expireLots(services);
    });
    services.jobs?.define(closeJob, (_data, { signal }) => closeMonths(services, signal), { timeoutSeconds: 3_600 });
    services.jobs?.define(duesJob, async (_data, { signal }) => {
      await bookDues(services, signal);
    });
    services.jobs?.define(foldJob, (_data, { signal }) => foldDays(services, signal), { timeoutSeconds: 3_600 });
    services.jobs?.define(monthsJob, async () => {
      await openMonths({ ...services, db: services.pool });
    });
  },
  async start(services) {
    services.shellBoard.registerWork(openWork);
    // Yesterday is over, and nothing is added to it: its totals first, then the proof of them.
    await services.jobs.schedule(foldJob, '15 4 * * *');
    await services.jobs.schedule(proofJob, '20 4 * * *');
    await services.jobs.schedule(expiryJob, '5 0 * * *');
    // Every sale asks for it at once; this takes up what a node that died has left, and what was short.
    await services.jobs.schedule(duesJob, '* * * * *');
    await services.jobs.schedule(monthsJob, '10 4 1 * *');
    // A close whose server died is taken up again.
    await services.jobs.schedule(closeJob, '*/5 * * * *');
  },
};
