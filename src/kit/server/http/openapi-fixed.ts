/** Calls that are no page's verbs, as the product spec names them. */

import { densities, themeChoices } from '../../define/looks.ts';
import type { RouteSeen } from './app.ts';
import { noBody } from './no-body.ts';

type Schema = Record<string, unknown>;
const op = (tag: string, summary: string, body?: Schema, open = false): Schema => ({
  tags: [tag],
  summary,
  ...(open ? {} : { security: [{ bearer: [] }] }),
  ...(body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}),
  responses: { 200: { description: '统一信封 {errorcode, errormsg, data}' } },
});
const body = (properties: Schema, required: string[] = []): Schema => ({ type: 'object', properties, required });
const textField = { type: 'string', maxLength: 200 };

const count = { type: 'integer', minimum: 0 };
/** A terminal's call: five signed headers instead of a token; docs/device-protocol.md has the whole of it. */
const signed = (summary: string, sent?: Schema): Schema => ({
  ...op('设备', summary, sent, true),
  security: [{ device: [] }],
});

/** A channel's call: believed by its signature, answered as the channel wants it. */
const callback = (summary: string, ...more: string[]): Schema => ({
  ...op('支付', `${summary}：以渠道签名为准，应答为渠道要求的格式`, undefined, true),
  parameters: ['provider', ...more].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 40 },
  })),
  responses: {
    200: { description: '已受理' },
    404: { description: '未配置该渠道' },
    500: { description: '未受理，渠道应重发' },
  },
});

export const fixedPaths: Record<string, Schema> = {
  '/health': { get: op('运行', '健康检查：能否记账', undefined, true) },
  '/health/ready': { get: op('运行', '这个节点能否接请求', undefined, true) },
  '/api/admin/login': {
    post: op(
      '登录',
      '登录',
      body({ account: textField, password: textField, code: textField }, ['account', 'password']),
      true,
    ),
  },
  '/api/admin/login/invitation': {
    post: op(
      '登录',
      '登录时答复加入单位的邀请',
      body({ ticket: textField, id: { type: 'integer' }, version: { type: 'integer' }, accept: { type: 'boolean' } }, [
        'ticket',
        'id',
        'version',
        'accept',
      ]),
      true,
    ),
  },
  '/api/admin/logout': { get: op('登录', '退出') },
  '/api/admin/get_admin_info_in_session': { post: op('登录', '当前账号与菜单', noBody) },
  '/api/admin/agent/employee/display_role': { get: op('身份', '当前身份') },
  '/api/admin/platform/employee/get_session': { post: op('身份', '当前会话', noBody) },
  '/api/admin/agent/employee/switch_identity': { get: op('身份', '可切换的身份') },
  '/api/admin/agent/employee/Change_user_token': { get: op('身份', '切换身份') },
  '/api/admin/organization/user/mission_query': { post: op('提醒', '待办数量', noBody) },
  '/api/admin/common/excel_mission_query': { get: op('导出', '已完成、还没有看过或取走的导出数') },
  '/api/admin/common/excel_seen': { post: op('导出', '已看过导出中心', noBody) },
  '/api/admin/common/get_excel_missiontable': { get: op('导出', '导出任务列表') },
  '/api/admin/common/download_excel': {
    post: op('导出', '登记下载', body({ id: { type: 'integer' } }, ['id'])),
  },
  '/api/admin/common/cancel_excel': {
    post: op('导出', '取消未完成的导出', body({ id: { type: 'integer' } }, ['id'])),
  },
  '/api/admin/common/retry_excel': {
    post: op('导出', '重新生成失败或已取消的导出', body({ id: { type: 'integer' } }, ['id'])),
  },
  '/api/admin/common/export_file': { get: op('导出', '导出的文件本身（?id=）') },
  '/api/admin/common/site': { get: op('运行', '站点信息', undefined, true) },
  '/api/admin/common/verify_login_name': {
    post: op('登录', '登录名是否可用', body({ loginName: textField }, ['loginName'])),
  },
  '/api/admin/common/list_state': { post: op('列表', '列设置与常用筛选', body({ page: textField }, ['page'])) },
  '/api/admin/common/list_state_save': {
    post: op('列表', '保存列设置', body({ page: textField, columns: { type: 'object' } }, ['page'])),
  },
  '/api/admin/common/looks_save': {
    post: op(
      '列表',
      '保存外观：深浅、行高',
      body({ theme: { enum: [...themeChoices] }, density: { enum: [...densities] } }),
    ),
  },
  '/api/admin/common/view_save': {
    post: op(
      '列表',
      '保存常用筛选',
      body({ page: textField, name: textField, shared: { type: 'boolean' }, search: { type: 'object' } }, [
        'page',
        'name',
        'search',
      ]),
    ),
  },
  '/api/admin/common/view_remove': { post: op('列表', '删除常用筛选', body({ id: { type: 'integer' } }, ['id'])) },
  '/api/admin/common/notices': { post: op('提醒', '本单位和本人单据的提醒', noBody) },
  '/api/admin/common/notices_read': { post: op('提醒', '提醒已读', noBody) },
  '/api/admin/common/palette': { post: op('列表', '快速查找', body({ keyword: textField }, ['keyword'])) },
  '/api/admin/contractor/supermarket/subscribe_order/get_info': { post: op('提醒', '商超订阅账单提醒', noBody) },
  '/api/pay/callback/{provider}': { post: callback('渠道回调（wechat、alipay）') },
  '/api/pay/callback/{provider}/{merchantNo}': { post: callback('直连商户号的渠道回调', 'merchantNo') },
  '/api/device/v1/time': { get: op('设备', '服务器时间', undefined, true) },
  '/api/device/v1/pair': {
    post: op('设备', '配对', body({ sn: textField, pairingCode: textField }, ['sn', 'pairingCode']), true),
  },
  '/api/device/v1/heartbeat': { post: signed('心跳', body({ clock: count, offlineCount: count, lastSeq: count })) },
  '/api/device/v1/people': { get: signed('名单（?since=&limit=&pushes=）') },
  '/api/device/v1/goods': { get: signed('商店的货架与价格（?since=&limit=）') },
  '/api/device/v1/pick': { post: signed('凭取货码取商超订单', body({ code: textField }, ['code'])) },
  '/api/device/v1/face': { get: signed('下发的人脸照片（?push=）') },
  '/api/device/v1/pushes': {
    post: signed('回报下发结果', body({ results: { type: 'array', items: { type: 'object' } } }, ['results'])),
  },
  '/api/device/v1/consume': {
    post: signed(
      '联机消费',
      body({ cardNo: textField, personId: count, payCode: textField, mode: textField, amountFen: count }),
    ),
  },
  '/api/device/v1/records': {
    post: signed('上传脱机记录', body({ records: { type: 'array', items: { type: 'object' } } }, ['records'])),
  },
  '/api/upload': { post: op('文件', '上传图片或附件（multipart，字段 file）') },
};

// Files have addresses of their own, told with each upload.
const silent = new Set(['/api/openapi.json', '/api/docs']);

/** Routes that are not written up above: at least that they exist, their path's parameters and what they say of themselves. */
export function otherPaths(routes: readonly RouteSeen[]): Record<string, Schema> {
  const paths: Record<string, Schema> = {};
  for (const { method, url, summary, signed: by } of routes) {
    if (!url.startsWith('/api/') || silent.has(url) || url.endsWith('*') || !['GET', 'POST', 'PUT'].includes(method))
      continue;
    const names = [...url.matchAll(/:(\w+)/g)].map((m) => m[1]!);
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    if (path in fixedPaths) continue;
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...op(by?.tag ?? '其他', summary ?? path, by?.body && body(by.body, [...(by.required ?? [])]), true),
        ...(by ? { security: [{ device: [] }] } : {}),
        ...(names.length > 0 ? { parameters } : {}),
      },
    };
  }
  return paths;
}
