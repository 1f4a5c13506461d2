/** Every «no» of food samples: numbers 3350–3399. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const sampleRefusals = defineRefusals({
  SAMPLE_SHORT: {
    errorcode: 3350,
    status: 200,
    message: '「{dish}」{grams} 克，还差 {short} 克；补足后再称，或填写量不足的原因',
  },
  SAMPLE_LATE: { errorcode: 3351, status: 200, message: '「{dish}」的留样时段已于 {ended} 结束，请填写超时留样的原因' },
  CELL_TAKEN: { errorcode: 3352, status: 200, message: '格口 {cell} 已放有 {sampleNo}（{dish}）' },
  CELL_UNKNOWN: { errorcode: 3353, status: 200, message: '{cabinet} 没有格口 {cell}' },
  NOT_DUE: { errorcode: 3355, status: 200, message: '{sampleNo} 应保存至 {due}，到期前不能销样' },
  SAMPLE_SEALED: { errorcode: 3356, status: 200, message: '{sampleNo} 已封存，只有送检可以取出' },
  UNDO_LATE: { errorcode: 3357, status: 200, message: '{sampleNo} {why}' },
  SAMPLE_FLOOR: { errorcode: 3358, status: 200, message: '{why}' },
  SAMPLE_KNOWN: { errorcode: 3359, status: 200, message: '「{dish}」在这一餐已有第 {batch} 批' },
  OTHERS_CABINET: { errorcode: 3360, status: 200, message: '所选设备不是本单位的{what}' },
  SIGN_PASSWORD: { errorcode: 3361, status: 200, message: '密码不正确，没有签名' },
  NOTHING_TO_SIGN: { errorcode: 3362, status: 200, message: '{date} {place}没有应留的样品，不必签名' },
  SAMPLE_IN_CASE: { errorcode: 3363, status: 200, message: '{sampleNo} 属于未结案的溯源「{caseNo}」，不能解封' },
  READINGS_BAD: { errorcode: 3364, status: 400, message: '温度读数不正确：{detail}' },
  SAMPLER_UNFIT: { errorcode: 3366, status: 200, message: '{name}今天不能留样：{why}' },
  SAMPLE_ELSEWHERE: { errorcode: 3367, status: 200, message: '样品不在本设备所关联的餐厅，或不存在' },
  TAKE_BY_TWO: { errorcode: 3368, status: 200, message: '销样须两人在 60 秒内刷卡或刷脸' },
  NO_CABINET: { errorcode: 3365, status: 200, message: '本设备不是留样柜，不收温度读数' },
});
