/** How wide this machine's slips and labels are. Which roll lies in the printer is the machine's own affair: kept in this browser. */
const key = 'onecard.slipWidth';

/** The rolls there are, mm. */
export const slipWidths = [58, 80] as const;
export type SlipWidth = (typeof slipWidths)[number];

export const slipWidth = (): SlipWidth => (localStorage.getItem(key) === '80' ? 80 : 58);

/** Slips and labels of this machine are so wide from now on. */
export function setSlipWidth(width: SlipWidth): void {
  if (width === 58) localStorage.removeItem(key);
  else localStorage.setItem(key, String(width));
}
