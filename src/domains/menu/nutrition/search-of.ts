/** The search of a report as its panels send it, checked as far as it is used. */
import { z } from 'zod';
import { isDate } from '../../../kit/define/check-value.ts';
import type { Search } from '../../../kit/server/page/binding.ts';

const day = z.string().refine(isDate).nullable().catch(null);
const ids = z.array(z.int().min(1)).max(100).optional().catch(undefined);

/** What does not fit reads as not said. */
export const panelSearch = z.object({
  search: z
    .object({
      menuDate: z.array(day).length(2).catch([null, null]),
      ageGroup: z
        .union([z.string(), z.array(z.string())])
        .nullable()
        .catch(null),
      mealPeriodId: ids,
      restaurantId: ids,
    })
    .catch({ menuDate: [null, null], ageGroup: null }),
});

/** Out of the body's `search`. */
export const searchOf = (body: Record<string, unknown>): Search => panelSearch.parse(body).search;
