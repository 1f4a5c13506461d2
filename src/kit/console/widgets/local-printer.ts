/**
 * The till printer of this machine: where a helper program runs beside it, slips go straight to paper. Which machine has
 * one is the machine's own affair, so its address is kept in this browser. What the program must answer: docs/operating.md.
 */
import { callLocal, localBase } from '../http/local-client.ts';
import { addressOf } from './address-of.ts';
import type { ReceiptData } from './receipt.tsx';

const key = 'onecard.localPrinter';

/** Address of the program that prints slips here; undefined where the browser prints them. */
export function localPrinter(): string | undefined {
  return localStorage.getItem(key) ?? undefined;
}

/** Slips of this machine go to the program at `address` from now on; undefined gives them back to the browser. */
export function setLocalPrinter(address: string | undefined): void {
  if (address === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, address);
}

export const usualAddress = localBase;

/** What the program says of itself. @throws ApiError when nothing answers at `address`. */
export async function askLocalPrinter(address: string): Promise<string> {
  const answer = await callLocal('/state', undefined, address);
  return typeof answer === 'string' ? answer : String((answer as { state?: unknown }).state ?? '就绪');
}

/** Sends a slip to the program. @throws ApiError when it does not take it. */
export async function sendToLocalPrinter(receipt: ReceiptData, address: string): Promise<void> {
  const { title, lines, footer, code, link } = receipt;
  const slip = { title, lines, footer: footer ?? null, code: code ?? null, link: link ? addressOf(link) : null };
  await callLocal('/print', slip, address);
}
