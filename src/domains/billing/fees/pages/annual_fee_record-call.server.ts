import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './annual_fee_record-call.page.ts';

export default bind(spec, { list: over(spec, 'annual_fee_call as c') });
