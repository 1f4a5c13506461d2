/** 版本 of a sampling standard: who changed it, when, and from when it holds. */
import { anyPage } from '../../../../kit/define/page.ts';
import { versionsPage } from '../../../../kit/define/versions.ts';
import rule from './sample-food-quantum.page.ts';

export default versionsPage(anyPage(rule));
