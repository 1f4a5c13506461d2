/** 后厨区域. */
import { bindDistricts } from '../bind-districts.ts';
import spec from './cook_user-district.page.ts';

export default bindDistricts(spec, 'KITCHEN');
