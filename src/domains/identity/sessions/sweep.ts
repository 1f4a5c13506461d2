/** Removes what nobody asks for any more: failed tries long forgotten, sessions long over. The log of sign-ins stays. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sweepDevices } from '../sign-in/known-devices.ts';
import { sweepGuard } from '../sign-in/sign-in-guard.ts';

const everyMs = 6 * 3_600_000;
/** A session that is over is kept this long, for questions about who was signed in. */
const sessionKeepMs = 90 * 86_400_000;

async function sweep(services: Services): Promise<void> {
  const now = services.clock.now();
  await sweepGuard(services.db, now);
  await sweepDevices(services.db, now);
  await services.db.deleteFrom('invitation_ticket').where('expires_at', '<', isoAt(now)).execute();
  await services.db
    .deleteFrom('admin_session')
    .where('expires_at', '<', isoAt(now - sessionKeepMs))
    .execute();
}

/** Runs it now and every six hours; the answer stops it. A failed run is logged and tried again at the next. */
export async function keepSwept(services: Services): Promise<() => void> {
  const run = () =>
    sweep(services).catch((error: Error) =>
      services.log.error('sessions could not be swept', { error: error.message }),
    );
  await run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
