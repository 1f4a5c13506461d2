/** 版本 of a fixed value: who changed the price, when, and from when it holds. */
import { anyPage } from '../../../../kit/define/page.ts';
import { versionsPage } from '../../../../kit/define/versions.ts';
import fixedValue from './fixed-value.page.ts';

export default versionsPage(anyPage(fixedValue));
