/**
 * A stand-in for the server, for developing and testing the shell alone: serves a built console and answers the
 * shell's calls from memory. `POST /api/fake {…}` changes what it answers.
 */
import { readFileSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AdminInfo, Menu } from '../session/admin.ts';

export interface FakeState {
  admin: AdminInfo;
  mustChangePassword: boolean;
  wantsCode: boolean;
  tasks: Record<string, number>;
  exports: number;
  exportTasks: { id?: number }[];
  notice: unknown;
  /** Milliseconds each page call takes. */
  delayMs: number;
  /** Key of the map service; empty for none. */
  mapKey: string;
}

let menuId = 0;
const menu = (
  name: string,
  children: Menu[] = [],
  url: string | null = null,
  iconCls = 'app',
  status = 'NORMAL',
): Menu => ({
  id: ++menuId,
  name,
  url,
  status,
  iconCls,
  children,
});

/** Menus of an organization as they come from a real one, with one item that is not NORMAL. */
export function sampleMenus(): Menu[] {
  const at = (path: string) => `/admin/organization/${path}`;
  return [
    menu('首页', [menu('工作台', [menu('首页', [], at('home'))], null, 'home')]),
    menu('消费管理', [
      menu(
        '消费设置',
        [
          menu('餐厅/档口', [], at('restaurant')),
          menu('部署点', [], at('deploy_site')),
          menu('餐次', [], at('meal')),
          menu('定值设置', [], at('fixed_value')),
          menu('停用的页面', [], at('old'), 'app', 'DISABLED'),
        ],
        null,
        'setting',
      ),
      menu('消费处理', [menu('消费记录', [], at('consume'))], null, 'tool'),
      menu('消费报表', [menu('消费明细', [], at('consume_detail'))], null, 'chart'),
    ]),
    menu('人员卡务', [
      menu('人员档案', [menu('部门', [], at('department')), menu('人员类别', [], at('type'))], null, 'team'),
    ]),
    menu('资金账户', [
      menu(
        '充值存取',
        [
          menu('充值', [], at('recharge')),
          menu('充值明细', [], at('recharge/detail')),
          menu('现金存款', [], at('deposit')),
        ],
        null,
        'wallet',
      ),
    ]),
    ...['补贴管理', '报餐管理', '订餐管理', '菜谱营养', '食品安全', '门禁考勤', '系统设置'].map((name) =>
      menu(name, [menu('设置', [menu(`${name}页`, [], at(`sample/${name}`))], null, 'setting')]),
    ),
  ];
}

export function sampleAdmin(): AdminInfo {
  return {
    id: 7,
    name: '王丽娟',
    account: 'school',
    type: 'ORGANIZATION',
    belong: { id: 3, type: 'ORGANIZATION', name: '晨光实验学校' },
    menus: sampleMenus(),
    home: '/admin/organization/home',
    grants: ['*'],
  };
}

const freshState = (): FakeState => ({
  admin: sampleAdmin(),
  mustChangePassword: false,
  wantsCode: false,
  tasks: { ExceptionMission: 0, OrderMission: 0, waitRepairCardMission: 0, AlertMission: 0, ApprovalMission: 0 },
  exports: 0,
  exportTasks: [],
  notice: null,
  delayMs: 0,
  mapKey: '',
});

/** The fake server over the console built in `dist`. Its state can be read and set directly as well. */
export function fakeServer(dist: string): { app: FastifyInstance; state: FakeState; calls: string[] } {
  const app = Fastify();
  const state = freshState();
  const calls: string[] = [];
  let tokens = 1;
  const ok = (data: unknown = null) => ({ errorcode: 0, errormsg: '', data });
  app.register(fastifyStatic, { root: dist, preCompressed: true });
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/'))
      return reply.code(404).send({ errorcode: 1004, errormsg: '记录不存在', data: null });
    return reply
      .type('text/html')
      .header('Cache-Control', 'no-store')
      .send(readFileSync(`${dist}/index.html`));
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    calls.push(`${request.method} ${request.url.slice(4)}`);
    if (/\/(fake|admin\/login|admin\/common\/site)$/.test(request.url)) return;
    if (!request.headers.authorization?.startsWith('Bearer good'))
      return reply.code(401).send({ errorcode: 1001, errormsg: '登录已失效，请重新登录', data: null });
  });
  app.post('/api/fake', async (request) => Object.assign(state, request.body));
  app.get('/api/admin/common/site', async () =>
    ok({
      name: '智慧一卡通服务平台',
      company: '晨光团餐科技有限公司',
      domain: 'demo.onecard.example',
      version: '1.0.0',
      imageHost: '',
      mapKey: state.mapKey,
      demo: true,
    }),
  );
  app.post('/api/admin/login', async (request) => {
    const { account, password, code } = request.body as Record<string, string>;
    if (password !== 'right') return { errorcode: 1010, errormsg: '账号或密码不正确，还可尝试 4 次', data: null };
    if (state.wantsCode && code !== '123456') return { errorcode: 1012, errormsg: '需要动态口令', data: null };
    return {
      ...ok({ id: 7, name: account, type: 'ORGANIZATION', mustChangePassword: state.mustChangePassword }),
      token: `good-${++tokens}`,
    };
  });
  app.post('/api/admin/passwd_user/update', async (request) => {
    if ((request.body as { newPassword: string }).newPassword.length < 8)
      return { errorcode: 1101, errormsg: '密码太短', data: null, fields: { newPassword: '至少 8 个字符' } };
    state.mustChangePassword = false;
    return ok();
  });
  app.post('/api/admin/get_admin_info_in_session', async () =>
    ok({ ...state.admin, mustChangePassword: state.mustChangePassword }),
  );
  app.post('/api/admin/platform/employee/get_session', async () => ({ errorcode: 0, session: { admin: { id: 7 } } }));
  app.get('/api/admin/agent/employee/display_role', async () => ok({ name: '食堂管理员' }));
  app.get('/api/admin/agent/employee/switch_identity', async () => ({
    errorcode: 0,
    obj: [
      { id: 7, type: 'ORGANIZATION', label: '食堂管理员', name: '晨光实验学校' },
      { id: 9, type: 'CONTRACTOR', label: '项目经理', name: '味佳餐饮' },
    ],
  }));
  app.get('/api/admin/agent/employee/Change_user_token', async (request) => {
    const { id, type } = request.query as { id: string; type: 'CONTRACTOR' };
    state.admin = { ...state.admin, id: Number(id), name: '陈志强', type, belong: { id: 5, type, name: '味佳餐饮' } };
    return { errorcode: 0, token: `good-${++tokens}` };
  });
  app.get('/api/admin/logout', async () => ({ errorcode: 0 }));
  app.post('/api/admin/organization/user/mission_query', async () => ({ errorcode: 0, total: state.tasks }));
  app.get('/api/admin/common/excel_mission_query', async () => ok(state.exports));
  app.get('/api/admin/common/get_excel_missiontable', async () => ok(state.exportTasks));
  app.post('/api/admin/common/excel_seen', async () => {
    state.exports = 0;
    return ok();
  });
  app.post('/api/admin/common/download_excel', async (request) =>
    ok({ url: `/files/export/${(request.body as { id: number }).id}` }),
  );
  for (const [verb, status] of [
    ['cancel', 'CANCELLED'],
    ['retry', 'RUNNING'],
  ] as const)
    app.post(`/api/admin/common/${verb}_excel`, async (request) => {
      const { id } = request.body as { id: number };
      state.exportTasks = state.exportTasks.map((task) => (task.id === id ? { ...task, status } : task));
      return ok({ id });
    });
  app.get('/api/files/export/:id', async (_request, reply) =>
    reply.type('application/octet-stream').send(Buffer.from('PK')),
  );
  app.post('/api/admin/contractor/supermarket/subscribe_order/get_info', async () => ok(state.notice));
  app.post('/api/admin/common/palette', async (request) =>
    ok([
      {
        kind: 'person',
        title: `${(request.body as { keyword: string }).keyword}小明`,
        hint: '高一（3）班 · 工号 20230117',
        path: '/admin/organization/user?keyword=20230117',
      },
    ]),
  );
  app.post('/api/admin/common/notices', async () => ok([]));
  app.post('/api/*', async (request) => {
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    if (request.url.endsWith('/query')) return ok({ rows: [], total: 0, sums: null, check: null });
    if (request.url.endsWith('/list_state')) return ok({ views: [] });
    return ok();
  });
  return { app, state, calls };
}
