/** The platform's library as fields of other pages refer to it. */
import { entities } from '../../kit/define/entity.ts';

const named = entities({
  base_catalog: {
    choices: '/admin/platform/supermarket/base_catalog',
    at: { contractor: '/admin/contractor/supermarket/platform_good/catalog' },
    alone: true,
    beside: true,
  },
  base_good: { choices: '/admin/platform/supermarket/base_good', alone: true, beside: true },
});

type Named = typeof named;
declare module '../../kit/define/entity.ts' {
  interface Entities extends Named {}
}
