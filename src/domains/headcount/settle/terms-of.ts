/** What a rule says of a portion nobody came for, as the judgement takes it; nothing where there is no rule. */
import type { MealRule } from '../rules/setting.ts';
import type { Terms } from './decide-month.ts';

export const termsOf = (rule: MealRule | undefined): Terms => ({
  ruleName: rule?.name ?? '',
  version: rule?.versionNo ? { no: rule.versionNo, since: rule.since.slice(0, 10) } : null,
  onMiss: rule?.onMiss ?? 'NONE',
  freePerMonth: rule?.freePerMonth ?? 0,
  steps: (rule?.steps ?? []).map(({ from, percent }) => ({ from, basisPoints: percent * 100 })),
  dayCapFen: rule?.dayCapFen ?? null,
  monthCapFen: rule?.monthCapFen ?? null,
});
