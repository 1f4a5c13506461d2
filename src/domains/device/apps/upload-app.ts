/** 上传 of a version of the terminals’ program: read, signed, and a draft until it is rolled out. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { deviceRefusals } from '../refusals.ts';
import '../tables.ts';
import type spec from './pages/app_upload.page.ts';
import { appSignKey, readPackage, signDigest } from './read-package.ts';

/** Refuses a build that is not newer than those of the same device types, and a file that is no package. */
export async function uploadApp(ctx: Ctx, values: Values<typeof spec.fields>): Promise<{ id: number } | Refusal> {
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
}
