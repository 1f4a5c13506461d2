/** Server side of 版本 of a rule of ordering. */
import { bindVersions } from '../../../../kit/server/versions/binding.ts';
import spec from './ordering-mode-versions.page.ts';

export default bindVersions(spec, 'ordering_rule');
