/**
 * Every kind of alert: how grave it is unless whoever raises it says otherwise, when it opens, and what closes it by itself.
 * In code, because each kind is some domain's rule; who hears of it is set by the unit.
 */
import type { Choice } from '../../kit/define/field.ts';

export const alertLevels = [
  { value: 'INFO', label: '提示', tone: 'info' },
  { value: 'WARN', label: '警告', tone: 'warning' },
  { value: 'CRITICAL', label: '严重', tone: 'danger' },
] as const satisfies readonly Choice[];
export type AlertLevel = (typeof alertLevels)[number]['value'];

export interface KindOfAlert {
  label: string;
  level: AlertLevel;
  /** When it opens, and what closes it by itself; '' where nothing does. */
  opens: string;
  closes: string;
}

const kind = (label: string, level: AlertLevel, opens: string, closes = ''): KindOfAlert => ({
  label,
  level,
  opens,
  closes,
});

export const kindsOfAlert = {
  SAMPLE_MISSING: kind('漏留样', 'WARN', '留样时段结束，按餐次与餐厅一条', '全部补留或免留'),
  SAMPLE_UNDERWEIGHT: kind('留样量不足', 'WARN', '称重低于规定克数', '补足'),
  SAMPLE_OUTSIDE: kind('留样未入柜', 'WARN', '称重后 30 分钟仍未入柜，按餐次与餐厅一条', '入柜、取出或撤销称重'),
  SAMPLE_OVERDUE: kind('逾期未销样', 'WARN', '到期 24 小时仍未销样', '销样或封存'),
  CABINET_TEMP: kind(
    '柜温异常',
    'WARN',
    '超出 0–8 ℃ 达 15 分钟；60 分钟或高于 12 ℃ 达 15 分钟为严重',
    '回到范围内 10 分钟',
  ),
  CABINET_DOOR: kind('柜门未关', 'WARN', '柜门打开超过 120 秒；超过 600 秒为严重', '关门'),
  SENSOR_SILENT: kind('传感器无数据', 'WARN', '设备在线而 10 分钟没有读数', '读数恢复'),
  ILLEGAL_OPEN: kind('非法开柜', 'CRITICAL', '没有授权打开留样柜'),
  MORNING_CHECK_MISSED: kind('未晨检', 'WARN', '班次开始 30 分钟，按餐厅一条', '全部检完'),
  MORNING_CHECK_FAIL: kind('晨检不合格', 'CRITICAL', '体温、症状、感染或没有健康证'),
  ENTRY_UNCHECKED: kind('未检入厨', 'CRITICAL', '没有合格晨检而进入后厨'),
  HEALTH_CERT: kind('健康证到期', 'WARN', '到期前 60、30、7 天与当天', '录入新证'),
  LICENSE: kind('证照到期', 'WARN', '到期前 60、30、7 天与当天', '录入新证'),
  DEVICE_OFFLINE: kind('设备离线', 'INFO', '留样柜、闸机、晨检机 5 分钟，其他 30 分钟没有心跳', '恢复心跳'),
  SITE_OFFLINE: kind('整体断网', 'CRITICAL', '5 分钟内一半以上设备失去联系', '半数以上恢复'),
  OFFLINE_BACKLOG: kind('记录积压', 'WARN', '设备上超过 500 条未上传，或有未上传的记录达 24 小时', '上传完'),
  NAME_LIST_FAIL: kind('名单下发失败', 'WARN', '人员、人脸下发失败', '重新下发成功'),
  DOC_BEHIND: kind('规则未生效', 'WARN', '闸机落后于已发布的规则 30 分钟', '设备确认'),
  NUMBER_REUSED: kind('流水号重复', 'CRITICAL', '设备以用过的流水号送来另一内容'),
  STRANGER: kind('多次被拒', 'WARN', '同一门 5 分钟内拒绝 3 次', '当天结束'),
  CODE_OVERUSED: kind('入口码超次', 'WARN', '断网使用合计超过次数'),
  FACE_LEFTOVER: kind('人脸残留', 'CRITICAL', '设备清单与平台不一致', '清单一致'),
  SHEET_UNSIGNED: kind('管控表未签', 'WARN', '当日管控、本周排查、本月调度到期未签', '签名'),
  ISSUE_OVERDUE: kind('隐患逾期', 'WARN', '整改超过期限', '整改完成'),
  TRAINING: kind('培训不足', 'INFO', '到期前 30 天', '完成培训'),
  MEAL_UNSAID: kind(
    '临近截止未报餐',
    'INFO',
    '报餐、订餐截止前 2 小时，平时报（订）这一餐的还没有报；30 分钟时为警告',
    '都已报（订），或已截止',
  ),
  MENU_UNPUBLISHED: kind(
    '下周菜谱未发布',
    'WARN',
    '周四起，近两周发布过菜谱的餐厅，下周还有供餐日没有发布',
    '都已发布，或已到下周',
  ),
  LOW_BALANCE: kind('余额不足', 'INFO', '每天早上，主账户不高于所属类别的低额提醒，按类别一条', '次日都已充值'),
  BANK_CHANGED: kind('收款账户变更', 'WARN', '单位的收款账户，或为它供餐的承包商的收款账户提交、审核通过或停用'),
  ABNORMAL_SPEND: kind('消费异常', 'WARN', '每天早上，前一天消费达到本人近 30 天日均的 3 倍且多出 30 元以上，按天一条'),
  NO_MEAL_PERSON: kind(
    '长期未就餐',
    'INFO',
    '每天早上，平时常来而连续 5 个供餐日没有就餐也没有请假，按部门一条',
    '次日都已就餐或请假',
  ),
} as const satisfies Record<string, KindOfAlert>;

export type AlertKind = keyof typeof kindsOfAlert;

export const alertKinds: readonly Choice[] = Object.entries(kindsOfAlert).map(([value, { label }]) => ({
  value,
  label,
}));
