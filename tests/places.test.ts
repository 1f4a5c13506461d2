/**
 * A button that stands in some places of a page is no verb in the others, whoever asks: its second person is asked only where it
 * stands. And where places are on the map.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areaOf, unitTypeOf, verbsOf } from '../src/kit/define/page.ts';
import type { Ctx } from '../src/kit/server/context.ts';
import { dispatch } from '../src/kit/server/page/dispatch.ts';
import { createRegistry, loadBindings } from '../src/kit/server/page/registry.ts';

const bindings = await loadBindings(join(import.meta.dirname, '..', 'src', 'domains'));

test('no account of a unit, its owner included, reaches a command that another area has', async () => {
  const registry = createRegistry(bindings);
  const open: string[] = [];
  let asked = 0;
  for (const entry of registry.all)
    for (const verb of Object.keys(entry.binding.actions ?? {})) {
      if (Object.hasOwn(verbsOf(entry.page), verb)) continue;
      asked += 1;
      const session = {
        unitType: unitTypeOf(areaOf(entry.path)) ?? null,
        grants: 'ALL',
        scope: { departments: 'ALL', operator: null },
      };
      // Nothing is read before it is refused: there is no database here.
      const answer = await dispatch(registry, entry, verb, { session, services: {} } as unknown as Ctx, { id: 1 });
      if ((answer as { code?: string } | undefined)?.code !== 'NOT_PERMITTED') open.push(`${entry.path}#${verb}`);
    }
  expect(asked).toBeGreaterThan(20);
  expect(open).toEqual([]);
});

test('the address of a restaurant, a deploy site, a unit and a delivery is picked from the map', () => {
  const picked = createRegistry(bindings).all.flatMap(({ path, page }) => (page.fields.address?.place ? [path] : []));
  expect(picked).toEqual(
    expect.arrayContaining([
      '/admin/organization/restaurant',
      '/admin/contractor/restaurant',
      '/admin/organization/deploy_site',
      '/admin/contractor/deploy_site',
      '/admin/platform/organization',
      '/admin/agent/purchase_order',
      '/admin/platform/purchase_order',
    ]),
  );
});
