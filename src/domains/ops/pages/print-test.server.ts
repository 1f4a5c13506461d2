/** 打印测试 needs nothing of the server. */
import { bind } from '../../../kit/server/page/binding.ts';
import printTest from './print-test.page.ts';

export default bind(printTest, {});
