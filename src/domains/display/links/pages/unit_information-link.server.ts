/** 单位信息关联. */
import { bindLinks } from '../bind-links.ts';
import spec from './unit_information-link.page.ts';

export default bindLinks(spec, 'UNIT');
