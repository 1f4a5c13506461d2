/** 区域管理. */
import { bindDistricts } from '../bind-districts.ts';
import spec from './district.page.ts';

export default bindDistricts(spec, 'SITE');
