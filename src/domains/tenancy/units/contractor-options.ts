/** Choices of contractors: those in scope; for an organization, which lists none, those it has had a contract with. */
import type { Ctx } from '../../../kit/server/context.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import type { Option, OptionsInput } from '../../../kit/server/page/binding.ts';
import { named } from '../../../kit/server/page/named.ts';
import { beyondScope } from '../../../kit/server/query/beyond-scope.ts';
import { offered } from './unit-list.ts';

const inScope = named('contractor', { hint: 't.short_name', offered });

export async function contractorOptions(ctx: Ctx, input: OptionsInput): Promise<Option[]> {
  if (ctx.session.unitType !== 'ORGANIZATION') return inScope(ctx, input);
  // The contract opens the partner's name and nothing else, so this reads outside the scope.
  const rows = await beyondScope(ctx)
    .selectFrom('contract_site as s')
    .innerJoin('contractor as c', 'c.id', 's.contractor_id')
    .select(['c.id', 'c.name', 'c.short_name as hint'])
    .distinct()
    .where('s.organization_id', '=', ownOrganization(ctx))
    .where('s.status', 'in', input.ids ? ['ACTIVE', 'EXPIRED', 'TERMINATED'] : ['ACTIVE'])
    .orderBy('c.name')
    .execute();
  const wanted = input.ids && new Set(input.ids);
  return rows
    .filter((r) => (wanted ? wanted.has(r.id) : r.name.includes(input.keyword)))
    .slice(0, wanted ? undefined : input.size);
}
