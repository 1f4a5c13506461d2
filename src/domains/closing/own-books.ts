/** A handle on all of one organization's rows: proof and close look at the whole, whatever a role may see of it. */
import type { Db, Services } from '../../kit/server/context.ts';
import { wholeOrganization } from '../../kit/server/query/scope.ts';

export function ownBooks(services: Pick<Services, 'scoped'>, organizationId: number): Db {
  return services.scoped(wholeOrganization(organizationId));
}
