/** Server side of 版本 of a rule of reporting meals. */
import { bindVersions } from '../../../../kit/server/versions/binding.ts';
import spec from './report-meal-mode-versions.page.ts';

export default bindVersions(spec, 'meal_rule');
