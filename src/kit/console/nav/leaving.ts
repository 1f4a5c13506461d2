/** Whether the page is on its way out by the console's own doing: then no guard may hold it. */

type Leaving = 'no' | 'keep' | 'forget';
let leaving: Leaving = 'no';

/** Says that the page leaves: `keep` what the tabs hold for the same person's next sign-in, or `forget` it. */
export function startLeaving(how: 'keep' | 'forget'): void {
  leaving = how;
}

export function isLeaving(): boolean {
  return leaving !== 'no';
}

/** May the state of pages be written down? Not when it was just forgotten on purpose. */
export function keepsState(): boolean {
  return leaving !== 'forget';
}
