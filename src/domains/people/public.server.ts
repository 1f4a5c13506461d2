/** What other domains use of people: departments, cards, who eats where. Nobody else writes these tables. */

// Lists and reports with a person in every row: departments, names, search, data scope.
export { departmentsAtLevel } from './departments/at-level.ts';
export { departmentPath, departmentsSearched, departmentWithin, personInRange } from './departments/department-sql.ts';
export { departmentsNamed } from './departments/departments-named.ts';
export { departmentsBelow, searchPeople } from './queries.ts';
export { personOr, personOrGuestOr, personOrWalkInOr } from './persons/person-search.ts';
export { peopleByNumber } from './persons/find-by-number.ts';
export { guestName, personOrGuest, personOrWalkIn, walkInName } from './walk-in.ts';
export { departmentsSeen, inSight } from './in-sight.ts';
export { ofPerson } from './of-person.ts';

// What stands in the way of closing somebody (`services.closeGuards`).
export type { CloseGuard, Leaver } from './services.ts';

// A handle for statements that also run inside the wallet's transaction.

// Terminals: the list of cards, and what is sent to them about people.
export { cardListSince, cardListVersion } from './queries.ts';
export {
  finishPushes,
  pushedFace,
  pushesWaiting,
  type PushOut,
  type PushResult,
  takePushes,
} from './pushes/push-delivery.ts';

// What terminals say of the faces they hold; where a face is needed follows rules of the domains above.
// The demo's pupils grow up while it is lived.
export { watchOwnConsents } from './faces/own-consent.ts';
export { faceDigest, type FaceOnDevice, type FacesTold, noteInventory, takeInventory } from './faces/face-inventory.ts';
export { facesFollow } from './faces/face-reach.ts';

export { pushMoves } from './pushes/move-pushes.ts';
export { pushPeople } from './pushes/push-people.ts';

// Who acts for himself in an app of the unit.
export { bindApp } from './bindings/bind-app.ts';

// Gates that measure: what they read of somebody is a temperature like any other.
export { peopleSettingOf } from './people-setting.ts';
export { recordTemperatures } from './temperatures/record-temperature.ts';

// Charging: where and when a person may eat.
export { type MealReach, mealReachOf, refuseReach, typeMeal } from './types/meal-reach.ts';

// A worker of the kitchen is a person: found, or opened by the same command as at the desk.
export { createPerson } from './persons/create-person.ts';

// The limits page sets a type's overdraft.
export { changeTypeOverdraft } from './types/set-type-overdraft.ts';

// The demo takes people on.
export { acting } from './acting.ts';
export { type NewPerson, openPeople } from './persons/open-people.ts';
