/** 巡检人员关联. */
import { bindLinks } from '../bind-links.ts';
import spec from './inspection_user-link.page.ts';

export default bindLinks(spec, 'INSPECTOR');
