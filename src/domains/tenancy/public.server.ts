/** What other domains use of units and places. */

// Names beside rows that are in scope already.
export { contractorName, nameWithin, organizationName } from './names.ts';

// The meals a restaurant serves, set where its prices are.
export { setRestaurantMeals } from './meals/set-restaurant-meals.ts';

// How many units there are, for the platform's home, and what they are called.
export { organizationNames, unitCounts } from './queries.ts';

// For how long a contractor sees the days it served.
export { rememberedDays } from './scope-source.ts';

// Whose records a contractor's account writes.
export { managedRestaurants } from './managed-restaurants.ts';
export { ownContractor } from './own-contractor.ts';

// Until when a unit's service is paid; billing sets it.
export { setServiceEnd } from './units/set-service-end.ts';

// A list that stands on a day has it as `clock.today`.
export { withToday } from './units/unit-list.ts';

// The grade of an agent follows from what it bought.
export { setAgentGrade } from './units/set-agent-grade.ts';
