/** Identity's refusals, errorcodes 1400–1499 (and 1012, which the sign-in page knows). */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const identityRefusals = defineRefusals({
  TOTP_NEEDED: { errorcode: 1012, status: 200, message: '请输入动态口令' },
  BAD_CREDENTIALS: { errorcode: 1400, status: 200, message: '账号或密码不正确' },
  SIGN_IN_LOCKED: { errorcode: 1401, status: 200, message: '登录失败次数过多，请 {minutes} 分钟后再试' },
  ADDRESS_LOCKED: { errorcode: 1402, status: 200, message: '本网络登录失败次数过多，请 {minutes} 分钟后再试' },
  BAD_TOTP: { errorcode: 1403, status: 200, message: '动态口令不正确，请核对手机时间后重新输入' },
  ACCOUNT_DISABLED: { errorcode: 1404, status: 200, message: '账号已停用，请联系管理员' },
  NO_IDENTITY: { errorcode: 1405, status: 200, message: '账号没有可用的身份：{reason}' },
  IDENTITY_ENDED: { errorcode: 1406, status: 401, message: '当前身份已停用或服务已到期，请重新登录' },
  IDENTITY_UNKNOWN: { errorcode: 1407, status: 404, message: '身份不存在或已停用' },
  WEAK_PASSWORD: { errorcode: 1410, status: 200, message: '{detail}' },
  WRONG_PASSWORD: { errorcode: 1411, status: 200, message: '原密码不正确' },
  SUPER_ONLY_HERE: { errorcode: 1412, status: 200, message: '超级管理员不使用此功能' },
  NOT_OWN_ACCOUNT: { errorcode: 1413, status: 200, message: '该账号由其他单位管理，不能在此操作' },
  SELF_LOCKOUT: { errorcode: 1414, status: 200, message: '不能{action}自己正在使用的账号' },
  LAST_OWNER: { errorcode: 1415, status: 200, message: '至少保留一个正常的管理员，不能{action}' },
  OWNER_ROLE: { errorcode: 1416, status: 200, message: '内置角色「{name}」不能{action}' },
  GRANT_BEYOND: { errorcode: 1417, status: 200, message: '不能授予自己没有的权限' },
  LOGIN_NAME_TAKEN: { errorcode: 1418, status: 200, message: '登录名「{name}」已被使用' },
  MENU_BUILT_IN: { errorcode: 1419, status: 200, message: '「{name}」是系统页面的菜单，不能删除，可改为停用' },
  MENU_NOT_EMPTY: { errorcode: 1420, status: 200, message: '「{name}」下还有菜单，不能删除' },
  TOTP_STATE: { errorcode: 1421, status: 200, message: '{detail}' },
});
