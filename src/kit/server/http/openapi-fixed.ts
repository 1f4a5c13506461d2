/** Calls that are no page's verbs, as the product spec names them. */

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

export const fixedPaths: Record<string, Schema> = {
  '/health': { get: op('运行', '健康检查', undefined, true) },
  '/api/admin/login': {
    post: op(
      '登录',
      '登录',
      body({ account: textField, password: textField, code: textField }, ['account', 'password']),
      true,
    ),
  },
  '/api/admin/logout': { get: op('登录', '退出') },
  '/api/admin/get_admin_info_in_session': { post: op('登录', '当前账号与菜单', body({})) },
  '/api/admin/agent/employee/display_role': { get: op('身份', '当前身份') },
  '/api/admin/platform/employee/get_session': { post: op('身份', '当前会话', body({})) },
  '/api/admin/agent/employee/switch_identity': { get: op('身份', '可切换的身份') },
  '/api/admin/agent/employee/Change_user_token': { get: op('身份', '切换身份') },
  '/api/admin/organization/user/mission_query': { post: op('提醒', '待办数量', body({})) },
  '/api/admin/common/excel_mission_query': { get: op('导出', '导出任务数量') },
  '/api/admin/common/get_excel_missiontable': { get: op('导出', '导出任务列表') },
  '/api/admin/common/download_excel': {
    post: op('导出', '登记下载', body({ id: { type: 'integer' } }, ['id'])),
  },
  '/api/admin/contractor/supermarket/subscribe_order/get_info': { post: op('提醒', '商超订阅账单提醒', body({})) },
  '/api/upload': { post: op('文件', '上传图片或附件（multipart，字段 file）') },
};
