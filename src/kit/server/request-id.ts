/** Which request is being answered: its number stands in log lines, in the statements it sends, and on the page of an error. */
import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Eight characters; undefined outside a request. */
export const requestId = (): string | undefined => requests.getStore();

/** The number of a request out of its long id. */
export const numberOf = (id: string): string => id.slice(0, 8);

/** Runs what answers a request under its number. */
export const underRequest = <T>(id: string, work: () => T): T => requests.run(numberOf(id), work);
