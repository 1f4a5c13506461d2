/** A page's list as the list engine takes it. */
import type { ListQuery } from '../query/list-statement.ts';
import type { Registered } from './registry.ts';

/** Undefined for pages whose rows are no list over tables. */
export const listQueryOf = ({ page, binding }: Registered): ListQuery | undefined =>
  binding.list && { page, source: binding.list };
