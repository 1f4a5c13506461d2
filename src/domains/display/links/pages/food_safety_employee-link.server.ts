/** 食品安全员公示关联. */
import { bindLinks } from '../bind-links.ts';
import spec from './food_safety_employee-link.page.ts';

export default bindLinks(spec, 'OFFICER');
