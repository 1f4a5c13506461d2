/** What other domains use of people on both sides. */

// Columns and searches of lists with a person in every row.
export { aboutPerson, departmentLevel, ownDepartment } from './persons/about-person.ts';

// Allergens and genders, by which menus are judged for whom they are cooked.
export { type Allergen, allergens } from './allergens.ts';
export { genders } from './persons/person-fields.ts';

// The state of a person's account, for pages that show people who are no longer here.
export { personStatuses } from './persons/person-states.ts';

// What is sent to terminals about people, for pages that show those of their own terminals.
export { pushActions, pushFlow, pushStatuses, pushTargets } from './pushes/push-states.ts';
