/** 版本 of a rule of subsidies: who changed it, when, and from when it holds. */
import { anyPage } from '../../../kit/define/page.ts';
import { versionsPage } from '../../../kit/define/versions.ts';
import { countRules, rules } from './configure.page.ts';

export const ruleVersions = versionsPage(anyPage(rules));
export const countRuleVersions = versionsPage(anyPage(countRules));
