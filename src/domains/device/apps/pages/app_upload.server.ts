import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { appFlow } from '../app-states.ts';
import { uploadApp } from '../upload-app.ts';
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
  create: uploadApp,
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
