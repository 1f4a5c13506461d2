/** What the wallet tells of itself at `/metrics`: how requests gather, what waits, whether the books were proven. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Services } from '../../kit/server/context.ts';
import { readGauge } from '../../kit/server/metrics/read-gauge.ts';
import type { WalletWriter } from './writer.ts';

/** Measures batches: requests in each, and seconds from its start to its commit. */
export function watchBatches(metrics: Registry): (requests: number, seconds: number) => void {
  const size = new Histogram({
    name: 'onecard_wallet_batch_requests',
    help: 'Requests that were committed together',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 1_000],
    registers: [metrics],
  });
  const time = new Histogram({
    name: 'onecard_wallet_batch_seconds',
    help: 'Time of a batch, from taking it up to its end',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10],
    registers: [metrics],
  });
  return (requests, seconds) => {
    size.observe(requests);
    time.observe(seconds);
  };
}

/** Gauges over the writer and over the proofs of the ledger. */
export function tellWallet(services: Pick<Services, 'metrics' | 'log' | 'pool'>, wallet: WalletWriter): void {
  readGauge(services, { name: 'onecard_wallet_waiting', help: 'Requests for money that wait for a batch' }, (set) =>
    set(wallet.waiting()),
  );
  new Counter({
    name: 'onecard_wallet_events_total',
    help: 'What batches met: retries, halvings for a poison item, lost connections',
    labelNames: ['event'],
    registers: [services.metrics],
    // The writer counts for itself, on its hot path.
    collect() {
      const { retries, bisections, reconnects } = wallet.counts();
      this.reset();
      for (const [event, n] of Object.entries({ retries, bisections, reconnects })) this.inc({ event }, n);
    },
  });
  readGauge(
    services,
    { name: 'onecard_ledger_proof_timestamp_seconds', help: 'When the oldest of the units’ latest proofs ended' },
    async (set) => {
      const { rows } = await services.pool.query<{ at: number | null }>(
        `select /* wall: the latest proof of every organization */ extract(epoch from min(at))::float8 as at
         from (select max(finished_at) as at from invariant_run group by organization_id) latest`,
      );
      if (rows[0]!.at !== null) set(rows[0]!.at);
    },
  );
  readGauge(
    services,
    { name: 'onecard_ledger_breaks', help: 'Rules the units’ latest proofs found broken' },
    async (set) => {
      const { rows } = await services.pool.query<{ n: number }>(
        `select /* wall: the latest proof of every organization */ coalesce(sum(break_count), 0)::bigint as n
         from (select distinct on (organization_id) break_count from invariant_run order by organization_id, started_at desc) latest`,
      );
      set(rows[0]!.n);
    },
  );
}
