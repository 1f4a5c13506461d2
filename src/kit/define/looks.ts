/** How a person wants the console to look: kept with the account, the same on every page and machine. */
export const themeChoices = ['system', 'light', 'dark'] as const;
/** `system`: as the operating system says, hour by hour. */
export type ThemeChoice = (typeof themeChoices)[number];

export const densities = ['small', 'middle', 'large'] as const;
/** How high the rows of tables are. */
export type Density = (typeof densities)[number];

export interface Looks {
  theme?: ThemeChoice;
  density?: Density;
}
