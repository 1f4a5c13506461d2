/** Programs of the terminals: one that all of them run by now, the next on its way to two in five. */
import { noteApp, offerApp } from '../domains/device/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { memorySink } from '../kit/server/sheet/byte-sinks.ts';
import { createZipWriter } from '../kit/server/sheet/zip-writer.ts';
import { at, type Life } from './life.ts';
import { actorOf } from './units.ts';
import { uploadAs } from './upload.ts';

const page = '/admin/platform/app_upload';

async function packageOf(words: string): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = createZipWriter(sink);
  zip.open('AndroidManifest.xml');
  await zip.write(Buffer.from(words));
  await zip.close();
  await zip.finish();
  return bytes();
}

/** At an hour when nobody eats: the terminals ask, and say what became of it; one has no room left. */
async function update(services: Services, lives: readonly Life[], from: number): Promise<void> {
  let failed = false;
  for (const { places } of lives)
    for (const { known } of places.devices) {
      const offer = await offerApp(services, known, String(from));
      if (!('build' in offer) || offer.build === 0) continue;
      const fails: boolean = from > 0 && !failed;
      failed ||= fails;
      const told = fails
        ? ({ state: 'FAILED', message: '存储空间不足' } as const)
        : ({ state: 'INSTALLED', message: '' } as const);
      await noteApp(services, known, { build: offer.build, ...told });
    }
}

export async function releaseApps(
  services: Services,
  lives: readonly Life[],
  today: string,
  setNow: (ms: number) => void,
) {
  const platform = await actorOf(services, 'platform');
  const types = await platform.call<{ rows: { id: number; kind: string }[] }>('/admin/platform/device_type', 'query', {
    size: 100,
  });
  const typeIds = types.rows.filter(({ kind }) => kind === 'POS' || kind === 'FACE_POS').map(({ id }) => id);
  const upload = async (build: number, versionName: string, changelog: string) => {
    const name = `消费机程序 ${versionName}.apk`;
    const fileKey = await uploadAs(platform.ctx(page), { name, purpose: 'app', content: await packageOf(changelog) });
    const of = {
      name: '消费机程序',
      platform: 'ANDROID',
      typeIds,
      versionName,
      build,
      fileKey,
      force: false,
      changelog,
    };
    return (await platform.call(page, 'create', of)).id;
  };
  setNow(at(addDays(today, -2), 22 * 60));
  const first = await upload(310, '3.1.0', '付款码识别更快；断网时显示待上传笔数');
  await platform.call(page, 'gray', { id: first, organizationIds: [], share: 100 });
  await platform.call(page, 'release', { id: first });
  await update(services, lives, 0);
  setNow(at(addDays(today, -1), 22 * 60));
  const next = await upload(320, '3.2.0', '自助订餐界面放大；修正时区显示');
  await platform.call(page, 'gray', { id: next, organizationIds: [], share: 40 });
  await update(services, lives, 310);
}
