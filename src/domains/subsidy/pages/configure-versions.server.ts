/** Server side of 版本 of a rule of subsidies. */
import { bindVersions } from '../../../kit/server/versions/binding.ts';
import spec from './configure-versions.page.ts';

export default bindVersions(spec, 'subsidy_rule');
