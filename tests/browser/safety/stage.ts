/** What the seven scenes of food safety share: one server, one browser, the clerk's desk and calls, terminals that play. */
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import {
  beat,
  type Clerk,
  equip,
  playSafety,
  type SafetyPlay,
  signIn,
  type Terminal,
} from '../../../src/domains/device/testing.ts';
import { demoPassword } from '../../../src/domains/identity/public.server.ts';
import { addDays, dateAt } from '../../../src/kit/server/clock.ts';
import type { Answer, TestApp } from '../../support/server.ts';
import { type Desk, takeDesk } from '../desk.ts';

export const area = '/admin/organization';
export type Row = Record<string, unknown> & { id: number };

export interface Scene {
  app: TestApp;
  browser: Browser;
  /** Six in the morning of the first day, epoch ms. */
  morning: number;
  day: string;
  /** The school's. */
  organizationId: number;
  desk(): Desk;
  token(): string;
  /** The clock is set; whoever was away too long signs in again. */
  at(ms: number): Promise<void>;
  post(path: string, verb: string, body?: object, as?: string): Promise<Answer['body']>;
  /** The answer of a call that has to go well. */
  ask<T = Record<string, unknown>>(path: string, verb: string, body?: object, as?: string): Promise<T>;
  rowsOf(path: string, search?: object): Promise<Row[]>;
  play(name: SafetyPlay): ReturnType<typeof playSafety>;
  one<T>(text: string, values?: unknown[]): Promise<T>;
  /** The doors a play has set up, paired anew. */
  doors(prefix: string, name: string, count: number): Promise<Terminal[]>;
  /** Says what a gate saw, under its next number. */
  tell(door: Terminal, event: Record<string, unknown>): Promise<void>;
  complaints(): string[];
  leave(): Promise<void>;
}

const idleMs = 11 * 3_600_000;

export async function openScene(app: TestApp, browser: Browser): Promise<Scene> {
  // Six in the morning of tomorrow, whenever the suite runs.
  const day = addDays(dateAt(app.clock.now()), 1);
  const morning = Date.parse(`${day}T06:00:00+08:00`);
  app.clock.set(morning);
  let token = await app.login('school');
  let desk = await takeDesk(app, browser, 'school', morning);
  let since = morning;
  const complaints: string[] = [];
  const school = await app.services.pool.query<{ id: number }>(
    `select id from organization where kind = 'SCHOOL' order by id limit 1`,
  );
  const organizationId = school.rows[0]!.id;
  const options = {
    url: app.origin,
    seed: 11,
    account: 'school',
    platform: 'platform',
    password: demoPassword,
    platformPassword: demoPassword,
    udpPort: 0,
  };
  const scene: Scene = {
    app,
    browser,
    morning,
    day,
    organizationId,
    desk: () => desk,
    token: () => token,
    async at(ms) {
      app.clock.set(ms);
      if (ms - since < idleMs) return;
      since = ms;
      complaints.push(...desk.complaints);
      await desk.leave();
      token = await app.login('school');
      desk = await takeDesk(app, browser, 'school', ms);
    },
    post: async (path, verb, body = {}, as = token) => (await app.post(`${area}/${path}`, verb, body, as)).body,
    async ask<T>(path: string, verb: string, body: object = {}, as = token) {
      const answer = await scene.post(path, verb, body, as);
      expect(answer.errorcode, `${path}/${verb}: ${answer.errormsg}`).toBe(0);
      return answer.data as T;
    },
    rowsOf: async (path, search = {}) => (await scene.ask<{ rows: Row[] }>(path, 'query', { size: 100, search })).rows,
    play: (name) => playSafety(name, options, app.clock),
    one: async <T>(text: string, values: unknown[] = []) => (await app.services.pool.query(text, values)).rows[0] as T,
    async doors(prefix, name, count) {
      const organization: Clerk = await signIn(app.origin, 'school', demoPassword);
      const platform: Clerk = await signIn(app.origin, 'platform', demoPassword);
      const stage = { url: app.origin, clock: app.clock, organization, platform, organizationId, seed: 11 };
      const doors = await equip(stage, { prefix, kind: 'GATE', name, count });
      for (const door of doors) await beat(door);
      return doors;
    },
    async tell(door, event) {
      door.eventNo += 1;
      const events = [
        { epoch: door.epoch, no: door.eventNo, at: door.now(), kind: 'PASSAGE', identify: 'CARD', ...event },
      ];
      const answer = await door.call('POST', '/events', { events });
      expect((answer.data as { answers: unknown[] }).answers).toMatchObject([{ result: 'TAKEN' }]);
    },
    complaints: () => [...complaints, ...desk.complaints],
    leave: () => desk.leave(),
  };
  return scene;
}
