/** Gauges that are read when somebody asks: what cannot be read just then is missing from the answer, not the whole answer. */
import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../context.ts';

/** Sets the gauge; with values for its labels, in their order. */
export type SetGauge = (value: number, ...labels: string[]) => void;

interface Described {
  name: string;
  help: string;
  labels?: readonly string[];
}

/** One reading for all gauges that ask while it is under way: those of a scrape. */
export function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= read().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

/** Adds a gauge that `read` fills for each scrape. */
export function readGauge(
  { metrics, log }: { metrics: Registry; log: Log },
  { name, help, labels = [] }: Described,
  read: (set: SetGauge) => Promise<void> | void,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [metrics],
    async collect() {
      this.reset();
      // A gauge without labels is 0 once it is reset; what was not read is not 0.
      if (labels.length === 0) this.remove();
      try {
        await read((value, ...values) => this.labels(...values).set(value));
      } catch (error) {
        log.warn('metric could not be read', { metric: name, error: String(error) });
      }
    },
  });
}
