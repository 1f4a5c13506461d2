/**
 * Vitest's global setup: holds the run's database servers and starts one when the first test asks for it over a
 * local port, so that suites without a database pay nothing.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { clockAhead } from './moment.ts';
import { type StartedServer, startTestServer, type TestServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers `?durable=true|false&empty=true|false` with a DeskAnswer as JSON. */
    postgresDesk: string;
  }
}

/** What a worker needs to make its own database; `template` is null when it asked for an empty one. */
export interface DeskAnswer extends TestServer {
  template: string | null;
}

/** Opens the desk; the answer closes it and stops what was started. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<boolean, Promise<StartedServer>>();
  const key = randomBytes(16).toString('hex');
  const desk = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://desk');
    if (url.pathname !== `/${key}`) {
      response.writeHead(404).end();
      return;
    }
    const durable = url.searchParams.get('durable') === 'true';
    const server = started.get(durable) ?? startTestServer(durable);
    started.set(durable, server);
    const answer = async (): Promise<DeskAnswer> => {
      const { connection, template } = await server;
      return { connection, template: url.searchParams.get('empty') === 'true' ? null : await template() };
    };
    answer().then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/${key}`);
  project.provide('clockAheadMs', clockAhead());
  return async () => {
    desk.close();
    for (const server of started.values()) await server.then((one) => one.stop()).catch(() => undefined);
  };
}
