/** 版本 of a rule of ordering: who changed what, and from when it holds. */
import { anyPage } from '../../../../kit/define/page.ts';
import { versionsPage } from '../../../../kit/define/versions.ts';
import orderingMode from './ordering-mode.page.ts';

export default versionsPage(anyPage(orderingMode));
