/** Names of the domain's jobs. */

/** The clock of meals, every five minutes. */
export const clockJob = 'meal-clock';
/** Books what is due in one unit, soon. */
export const chargesJob = 'meal-charges';
/** Once a night: meals of the last week again, and charges that waited for money. */
export const nightJob = 'meal-night';

export interface ChargesJob {
  organizationId: number;
}
