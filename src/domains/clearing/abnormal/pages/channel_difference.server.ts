import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './channel_difference.page.ts';

export default bind(spec, { list: over(spec, 'abnormal_trade as a') });
