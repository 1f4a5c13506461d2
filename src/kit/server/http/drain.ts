/** How a server takes leave: what is being answered is answered, nothing new is taken, and nobody waits for ever. */
import type { FastifyInstance } from 'fastify';

/** Longer than any ordinary answer; a supervisor that asks to stop waits at least this long (docs/operating.md). */
const longestLeaveMs = 15_000;

/** Lets `app.close()` finish requests in flight, then closes their connections; what is still open later is cut. */
export function drainOnClose(app: FastifyInstance): void {
  let leaving = false;
  app.addHook('preClose', async () => {
    leaving = true;
    app.plainLines.leave();
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
      app.plainLines.cut();
    }, longestLeaveMs);
    cut.unref();
    app.server.once('close', () => clearTimeout(cut));
  });
  // A connection kept alive after its last answer would hold up the leave; one that strayed is opened anew on the short way.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (leaving || app.plainLines.strayed(request.raw)) reply.header('connection', 'close');
    done(null, payload);
  });
}
