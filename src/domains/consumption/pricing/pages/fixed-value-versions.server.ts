/** Server side of 版本 of a fixed value. */
import { bindVersions } from '../../../../kit/server/versions/binding.ts';
import spec from './fixed-value-versions.page.ts';

export default bindVersions(spec, 'fixed_value_rule');
