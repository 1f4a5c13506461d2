/** Server side of 版本 of a sampling standard. */
import { bindVersions } from '../../../../kit/server/versions/binding.ts';
import spec from './sample-food-quantum-versions.page.ts';

export default bindVersions(spec, 'sample_rule');
