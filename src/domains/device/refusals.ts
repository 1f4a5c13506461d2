/** Every «no» of terminals and of those who look after them: numbers 2400–2499. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const deviceRefusals = defineRefusals({
  DEVICE_HEADERS: { errorcode: 2400, status: 401, message: '签名请求头不完整或格式不正确：{header}' },
  DEVICE_UNKNOWN: { errorcode: 2401, status: 401, message: '设备未配对或密钥已失效，请重新配对' },
  DEVICE_CLOCK: { errorcode: 2402, status: 401, message: '设备时间与服务器相差 {seconds} 秒，请先校时' },
  DEVICE_SIGNATURE: { errorcode: 2403, status: 401, message: '签名不正确' },
  DEVICE_EPOCH: { errorcode: 2404, status: 401, message: '序号批次不是当前批次 {epoch}' },
  PAIRING_FAILED: { errorcode: 2405, status: 401, message: '配对失败：序列号或配对码不正确，或配对码已过期' },
  DEVICE_STOPPED: { errorcode: 2406, status: 200, message: '设备状态为「{state}」，不能消费' },
  UNIT_STOPPED: { errorcode: 2407, status: 200, message: '单位已停用，不能消费' },
  DEVICE_MODE: { errorcode: 2408, status: 200, message: '设备消费模式为「{mode}」，与本笔不符' },
  BAD_RECORD: { errorcode: 2409, status: 400, message: '消费记录不正确：{detail}' },
  RECORD_LATER: { errorcode: 2410, status: 200, message: '暂不能处理，请稍后重传' },
  BAD_EVENT: { errorcode: 2411, status: 400, message: '事件不正确：{detail}' },
  EVENT_KIND: { errorcode: 2412, status: 200, message: '本类设备不能上报 {kind}' },
  EVENT_NUMBER: { errorcode: 2413, status: 200, message: '流水号 {no} 已用于另一内容' },
  BAD_MEDIA: { errorcode: 2414, status: 400, message: '照片或视频不正确：{detail}' },
  MEDIA_LARGE: { errorcode: 2415, status: 200, message: '{label}不能超过 {most} KiB' },
  MEDIA_DAY_FULL: { errorcode: 2416, status: 200, message: '本设备一天最多上传 {most} GiB' },
  MEDIA_CLIPS_FULL: { errorcode: 2417, status: 200, message: '单位的视频空间（{most} MiB）已用完' },
  MEDIA_WRONG: { errorcode: 2418, status: 200, message: '{detail}' },
  ASSIGN_TO_NOBODY: { errorcode: 2420, status: 200, message: '请选择代理商或单位' },
  NOT_UPLOADED: { errorcode: 2421, status: 200, message: '设备「{name}」还有 {count} 笔脱机记录未上传，不能{action}' },
  NOT_YOUR_STOCK: { errorcode: 2422, status: 200, message: '设备「{name}」不是本代理商发出的，不能回收' },
  SERIAL_RANGE: { errorcode: 2430, status: 200, message: '{detail}' },
  SERIALS_CLASH: { errorcode: 2431, status: 200, message: '有 {count} 个序列号不能入库，请改正后再提交' },
});
