/** Server side of 补贴核销汇总. */
import { bind } from '../../../kit/server/page/binding.ts';
import { verify } from '../verify.ts';
import spec from './verify_summary.page.ts';

export default bind(spec, { query: verify });
