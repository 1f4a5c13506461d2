/** What others use of control. */

// Domains above count items of the sheets (`services.sheetItems`).
export { counted } from './sheets/auto-items.ts';
export type { AutoItems } from './services.ts';
