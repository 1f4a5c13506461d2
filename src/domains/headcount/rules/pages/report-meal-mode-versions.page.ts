/** 版本 of a rule of reporting meals: who changed it, when, and from when it holds. */
import { anyPage } from '../../../../kit/define/page.ts';
import { versionsPage } from '../../../../kit/define/versions.ts';
import rule from './report-meal-mode.page.ts';

export default versionsPage(anyPage(rule));
