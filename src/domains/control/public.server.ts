/** What others use of control. */

// Domains above count items of the sheets (`services.sheetItems`).
export { standing } from './sheets/counted.ts';
export type { AutoItems } from './services.ts';
