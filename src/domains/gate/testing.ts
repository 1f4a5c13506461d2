/** A bench with the pages of districts, for this domain's tests and those above. */
import type { Domain } from '../../kit/server/domain.ts';
import type { Bound } from '../../kit/server/page/binding.ts';
import { alerts } from '../alerts/domain.ts';
import { device } from '../device/domain.ts';
import { type PeopleBench, peopleBench } from '../people/testing.ts';
import restaurant from '../tenancy/places/pages/restaurant.server.ts';
import kitchenDistrict from './districts/pages/cook_user-district.server.ts';
import district from './districts/pages/district.server.ts';
import { gate } from './domain.ts';

export const sites = '/admin/organization/district';
export const zones = '/admin/organization/cook_user/district';

export { passesSince } from './passes/passes-since.ts';
export { grantPasses, type WantedPass } from './passes/set-passes.ts';

/** Opens the bench, with further domains and pages; close it in `afterAll`. */
export const gateBench = (more: readonly Domain[] = [], pages: readonly Bound[] = []): Promise<PeopleBench> =>
  peopleBench([alerts, device, gate, ...more], [restaurant, district, kitchenDistrict, ...pages]);
