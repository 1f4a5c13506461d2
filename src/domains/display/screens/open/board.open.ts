/** 公示屏 in any browser: the same board as on a native screen, under the screen's own address. */
import { openPage } from '../../../../kit/define/open-page.ts';

export default openPage({
  name: 'board',
  on: 'screen',
  title: '食品安全公示',
  personal: '食品安全员、陪餐人员与当班合格的后厨人员的姓名、岗位和证件期限；本人同意公示的照片',
  days: null,
  freshSeconds: 20,
  refreshSeconds: 60,
});
