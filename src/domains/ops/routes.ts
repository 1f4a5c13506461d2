/** The shell's calls: site, tasks, export centre, list preferences, palette, subscription notice. Shapes as the console reads them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Ctx } from '../../kit/server/context.ts';
import type { RouteHost } from '../../kit/server/domain.ts';
import { ok, refused } from '../../kit/server/http/envelope.ts';
import { contextOf, send, signedIn } from '../../kit/server/http/pages.ts';
import { retryExport } from '../../kit/server/jobs/export/create-export.ts';
import { cancelExport, downloadExport, reportDownload } from '../../kit/server/jobs/export/download-export.ts';
import {
  countFreshExports,
  exportFilePath,
  listExportTasks,
  markExportsSeen,
} from '../../kit/server/jobs/export/list-exports.ts';
import { markRead } from '../../kit/server/notices/own-notices.ts';
import { isRefusal, refuse } from '../../kit/server/refusal.ts';
import { readListState, removeView, saveListState, saveView } from './list-state.ts';
import { changeLooks } from './looks.ts';
import { palette } from './palette.ts';
import { notices } from './unit-notices.ts';

const siteName = '智慧一卡通服务平台';
const idBody = z.object({ id: z.coerce.number().int().positive() });
const keywordBody = z.object({ keyword: z.string().max(100).default('') });

/** Registers them. */
export function opsRoutes(app: FastifyInstance, { services, auth }: RouteHost): void {
  const { config, pool } = services;

  /** A signed-in call; `answer` gives `data`, or with `flat` fields beside it. */
  const signed =
    (answer: (ctx: Ctx, body: unknown) => Promise<unknown>, flat = false) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const who = await signedIn(auth, request);
      if (isRefusal(who)) return send(reply, who);
      const path = request.url.replace(/^\/api/, '').split('?')[0]!;
      const result = await answer(contextOf(services, who.session, request, path), request.body ?? {});
      if (!flat || isRefusal(result)) return send(reply, result ?? null, who.token);
      const { data: _data, ...envelope } = ok();
      return reply.send({ ...envelope, ...(result as object), ...(who.token ? { token: who.token } : {}) });
    };

  app.get('/api/admin/common/site', async () =>
    ok({
      name: siteName,
      company: config.company,
      domain: config.siteDomain,
      version: config.version,
      imageHost: config.imageHost,
      mapKey: config.mapKey,
      demo: config.demo,
    }),
  );

  app.post(
    '/api/admin/organization/user/mission_query',
    signed(async (ctx) => {
      const none = {
        ExceptionMission: 0,
        OrderMission: 0,
        waitRepairCardMission: 0,
        AlertMission: 0,
        ApprovalMission: 0,
      };
      return { total: ctx.session.unitType === 'ORGANIZATION' ? await services.shellBoard.missions(ctx) : none };
    }, true),
  );
  app.post(
    '/api/admin/contractor/supermarket/subscribe_order/get_info',
    signed((ctx) => services.shellBoard.subscriptionNotice(ctx)),
  );

  app.post(
    '/api/admin/common/notices',
    signed((ctx) => notices(ctx)),
  );
  app.post(
    '/api/admin/common/notices_read',
    signed(async (ctx) => {
      await markRead(
        ctx,
        (await notices(ctx)).map(({ id }) => id),
      );
      return null;
    }),
  );

  // Finished files nobody has taken or seen yet: the console says “a new export has finished” when there are more.
  app.get(
    '/api/admin/common/excel_mission_query',
    signed(({ session }) => countFreshExports(pool, session.accountId)),
  );
  app.post(
    '/api/admin/common/excel_seen',
    signed(async ({ session, clock }) => {
      await markExportsSeen({ sql: pool, clock }, session.accountId);
      return null;
    }),
  );
  app.get(
    '/api/admin/common/get_excel_missiontable',
    signed(({ session }) => listExportTasks(pool, session.accountId)),
  );
  app.post(
    '/api/admin/common/download_excel',
    signed(async (ctx, body) => {
      const { success, data } = idBody.safeParse(body);
      if (!success) return refuse('NOT_FOUND');
      const found = await reportDownload(pool, ctx.session.accountId, data.id);
      if (isRefusal(found)) return found;
      await ctx.audit({ action: '下载导出文件', targetId: data.id });
      return { url: `${exportFilePath}?id=${data.id}` };
    }),
  );
  app.post(
    '/api/admin/common/cancel_excel',
    signed(async (ctx, body) => {
      const { success, data } = idBody.safeParse(body);
      return success ? cancelExport(pool, ctx.session.accountId, data.id) : refuse('NOT_FOUND');
    }),
  );
  app.post(
    '/api/admin/common/retry_excel',
    signed(async (ctx, body) => {
      const { success, data } = idBody.safeParse(body);
      return success ? retryExport(services, ctx.session.accountId, data.id) : refuse('NOT_FOUND');
    }),
  );
  app.get(exportFilePath, async (request, reply) => {
    const who = await signedIn(auth, request);
    if (isRefusal(who)) return send(reply, who);
    const { success, data } = idBody.safeParse(request.query);
    const file = success
      ? await downloadExport({ sql: pool, store: services.files }, who.session.accountId, data.id)
      : refuse('NOT_FOUND');
    if (isRefusal(file)) {
      const { status, body } = refused(file);
      return reply.status(status).send(body);
    }
    return reply
      .type(file.type)
      .header('content-length', file.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`)
      .send(file.stream);
  });

  app.post('/api/admin/common/list_state', signed(readListState));
  app.post('/api/admin/common/list_state_save', signed(saveListState));
  app.post('/api/admin/common/looks_save', signed(changeLooks));
  app.post('/api/admin/common/view_save', signed(saveView));
  app.post('/api/admin/common/view_remove', signed(removeView));
  app.post(
    '/api/admin/common/palette',
    signed(async (ctx, body) => {
      const parsed = keywordBody.safeParse(body);
      return parsed.success ? palette(ctx, parsed.data.keyword.trim()) : [];
    }),
  );
}
