import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './settlement-dispute.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_statement_dispute as d'),
});
