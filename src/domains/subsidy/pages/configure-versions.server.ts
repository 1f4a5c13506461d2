/** Server side of 版本 of a rule of subsidies. */
import { bindVersions } from '../../../kit/server/versions/binding.ts';
import { countRuleVersions, ruleVersions } from './configure-versions.page.ts';

export default [bindVersions(ruleVersions, 'subsidy_rule'), bindVersions(countRuleVersions, 'subsidy_rule')];
