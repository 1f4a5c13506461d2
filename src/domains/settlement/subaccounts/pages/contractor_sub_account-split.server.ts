import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './contractor_sub_account-split.page.ts';

export default bind(spec, { list: over(spec, 'sub_account_split as s') });
