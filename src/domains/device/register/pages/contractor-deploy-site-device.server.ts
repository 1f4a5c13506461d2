import { bind } from '../../../../kit/server/page/binding.ts';
import { deviceList } from '../device-list.ts';
import device from './contractor-deploy-site-device.page.ts';

export default bind(device, { list: deviceList });
