/** Calendars in Chinese, weeks from Monday. Imported by every widget that shows one. */
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';

dayjs.locale('zh-cn');

export default dayjs;
