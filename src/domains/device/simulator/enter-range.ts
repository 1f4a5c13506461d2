/** New terminals of a simulation, entered as the platform's operator enters a delivery. */
import type { Clerk } from './console-calls.ts';

const page = '/admin/platform/device/form2';

/** Enters the serial numbers from–to, all of them. @throws with the server's message when one is refused */
export async function enterRange(
  platform: Clerk,
  device: { from: string; to: string; typeId: number; mode: string },
): Promise<void> {
  const asked = { ...device, way: 'RANGE' };
  const { rows } = await platform.call<{ rows: { sn: string }[] }>(page, 'preview', asked);
  const lines = rows.map(({ sn }) => ({ sn }));
  await platform.call(page, 'create', { ...asked, lines, totalCount: lines.length });
}
