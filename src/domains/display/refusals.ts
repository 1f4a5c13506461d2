/** Every «no» of the screens: numbers 3450–3479. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const displayRefusals = defineRefusals({
  NOT_A_SCREEN: { errorcode: 3450, status: 200, message: '「{name}」不是本单位使用中的公示屏' },
  VIDEO_ENDED: { errorcode: 3452, status: 200, message: '「{title}」已于 {date} 结束，请先改播放日期' },
  VIDEO_CODEC: { errorcode: 3453, status: 200, message: '「{title}」读不出时长与编码，请转成 H.264 的 mp4' },
  LINK_STALE: { errorcode: 3454, status: 200, message: '关联已由他人改过，请刷新后再改' },
  LINK_UNKNOWN: { errorcode: 3455, status: 200, message: '所选的公示对象已不在，请刷新' },
});
