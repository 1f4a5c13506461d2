import { sql } from 'kysely';
import { isoAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { deviceRefusals } from '../../refusals.ts';
import '../../tables.ts';
import { appFlow } from '../app-states.ts';
import { appSignKey, readPackage, signDigest } from '../read-package.ts';
import spec from './app_upload.page.ts';

const reached = (states: string) =>
  sql.raw(`(select /* wall: devices of every unit, for the platform */ count(*)::int from app_install i
    where i.app_id = v.id and i.state in (${states}))`);

export default bind(spec, {
  list: over(spec, 'app_version as v', {
    version: true,
    maker: 'v.maker_id',
    columns: {
      offeredCount: reached(`'OFFERED', 'DOWNLOADED', 'INSTALLED', 'FAILED'`),
      downloadedCount: reached(`'DOWNLOADED', 'INSTALLED'`),
      installedCount: reached(`'INSTALLED'`),
      failedCount: reached(`'FAILED'`),
    },
  }),
  create: async (ctx, values) => {
    const { build, fileKey } = values;
    const typeIds = values.typeIds as readonly number[];
    const newest = await ctx.db
      .selectFrom('app_version')
      .select(['build', 'version_name'])
      .where('status', '<>', 'ROLLED_BACK')
      .where(sql<boolean>`type_ids && ${sql.val([...typeIds])}::bigint[]`)
      .orderBy('build', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest && newest.build >= build!)
      return refuse(
        deviceRefusals.APP_BUILD_LOW,
        { build: build!, newest: newest.build, version: newest.version_name },
        { build: `须大于 ${newest.build}` },
      );
    const facts = fileKey!.startsWith('app/') ? await readPackage(ctx.services.files, fileKey!) : undefined;
    if (!facts) return refuseField('fileKey', '请重新上传安装包');
    const id = await ctx.ids.next();
    await ctx.db
      .insertInto('app_version')
      .values({
        id,
        name: values.name!,
        platform: values.platform!,
        type_ids: [...typeIds],
        version_name: values.versionName!,
        build: build!,
        file_key: fileKey!,
        ...facts,
        signature: signDigest(facts.sha256, appSignKey()),
        changelog: values.changelog!,
        force: values.force ?? false,
        organization_ids: [],
        share: 100,
        status: 'DRAFT',
        halt_reason: '',
        maker_id: ctx.session.accountId,
        maker_name: ctx.session.name,
        created_at: isoAt(ctx.clock.now()),
        version: 1,
      })
      .execute();
    await ctx.audit({ action: '上传', targetId: id, targetName: `${values.name} ${values.versionName}` });
    return { id };
  },
  actions: moves(appFlow, {
    table: 'app_version',
    name: (app) => `${app.name} ${app.version_name}`,
    write: {
      gray: (_ctx, values) => ({
        organization_ids: (values.organizationIds as readonly number[] | null) ?? [],
        share: values.share,
        halt_reason: '',
      }),
    },
  }),
});
