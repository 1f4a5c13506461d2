/** A bench with people, a real wallet, every page, a second person to approve, and queues that are run by hand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Ctx } from '../../kit/server/context.ts';
import { createDiskStore } from '../../kit/server/files/disk-store.ts';
import { saveUpload } from '../../kit/server/files/save-upload.ts';
import { dispatch } from '../../kit/server/page/dispatch.ts';
import { makeContext } from '../../kit/server/page/make-context.ts';
import { loadBindings } from '../../kit/server/page/registry.ts';
import { isRefusal, refusalMessage } from '../../kit/server/refusal.ts';
import { domains } from '../index.ts';
import { openPeople } from '../people/public.server.ts';
import { type UnitBench, unitBench, units } from '../tenancy/testing.ts';
import { wallet } from '../wallet/domain.ts';
import { prepareBatch } from './batch/prepare-batch.ts';
import { runSubsidyBatch } from './batch/run-batch.ts';
import { runClear } from './clearing/run-clear.ts';
import { checkJob, clearJob, type RecordJob, runJob } from './jobs.ts';

export const organizationId: number = units.organization;
export const area = '/admin/organization';
export const batchPage = `${area}/subsidy/batch_recharge`;

type Body = Record<string, unknown>;
export interface Person {
  /** Account of the caller. */
  accountId: number;
  ctx(path: string, key?: string): Ctx;
  /** Data or a refusal. `key` is the form's own key. */
  ask<T = unknown>(path: string, verb: string, body?: Body, key?: string): Promise<T>;
  /** As `ask`. @throws when it is refused. */
  call<T = unknown>(path: string, verb: string, body?: Body, key?: string): Promise<T>;
}

export interface SubsidyBench extends UnitBench {
  /** Makes batches. */
  clerk: Person;
  /** Approves them. */
  second: Person;
  /** Somebody of another organization. */
  stranger: Person;
  /** Types 教职工 and 学生. */
  staff: number;
  students: number;
  /** Opens people of a type with job numbers `{prefix}1` …; answers their ids. */
  people(count: number, prefix: string, typeId: number, departmentId?: number): Promise<number[]>;
  department(name: string): Promise<number>;
  /** Key of an uploaded table. */
  upload(rows: readonly (readonly string[])[], who?: Person): Promise<string>;
  /** Runs what waits in the queues, until nothing does. */
  work(signal?: AbortSignal): Promise<void>;
  /** Jobs waiting. */
  waiting: { name: string; record: RecordJob; startAfter?: string }[];
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** Opens the bench; close it in `afterAll`. */
export async function subsidyBench(): Promise<SubsidyBench> {
  const pages = await loadBindings(fileURLToPath(new URL('..', import.meta.url)));
  const base = await unitBench(
    domains.map(({ name, tables }) => ({ name, tables })),
    pages,
  );
  const { services, database } = base;
  const home = await mkdtemp(join(tmpdir(), 'onecard-subsidy-'));
  services.connectionConfig = database.connectionConfig;
  services.files = createDiskStore(home, services.random);
  const waiting: SubsidyBench['waiting'] = [];
  services.jobs = {
    ...services.jobs,
    define: () => undefined,
    schedule: async () => undefined,
    enqueue: async (name, record, options = {}) => {
      const { startAfter } = options;
      waiting.push({ name, record: record as unknown as RecordJob, ...(startAfter ? { startAfter } : {}) });
      return 'job';
    },
  };
  await wallet.build?.(services);
  await wallet.start?.(services);

  const person = async (unitId: number, accountId: number, name: string): Promise<Person> => {
    const { session } = await base.as('ORGANIZATION', unitId);
    const own = { ...session, accountId, name };
    const ctx: Person['ctx'] = (path, key) => makeContext(services, own, path, { ip: '10.0.0.1', requestKey: key });
    const ask: Person['ask'] = async <T>(path: string, verb: string, body: Body = {}, key?: string) => {
      const entry = services.registry.at(path);
      if (!entry) throw new Error(`no page at ${path}`);
      return (await dispatch(services.registry, entry, verb, ctx(path, key), body)) as T;
    };
    return {
      accountId,
      ctx,
      ask,
      call: async <T>(path: string, verb: string, body?: Body, key?: string) => {
        const answer = await ask<T>(path, verb, body, key);
        if (isRefusal(answer))
          throw new Error(`${path}/${verb}: ${refusalMessage(answer)} ${JSON.stringify(answer.fields ?? {})}`);
        return answer;
      },
    };
  };
  const clerk = await person(units.organization, 9101, '小财');
  const second = await person(units.organization, 9102, '老审');
  const stranger = await person(units.otherOrganization, 9201, '外人');
  const type = async (name: string) =>
    (await clerk.call<{ id: number }>(`${area}/type`, 'create', { name, accounts: ['MAIN', 'SUBSIDY'] })).id;
  const staff = await type('教职工');
  const students = await type('学生');

  const work = async (signal = never): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { organizationId: unit, id } = job.record;
      if (job.name === checkJob) await prepareBatch(services, unit, id);
      if (job.name === runJob) await runSubsidyBatch(services, job.record, signal);
      if (job.name === clearJob) await runClear(services, unit, id, signal);
    }
  };
  return {
    ...base,
    clerk,
    second,
    stranger,
    staff,
    students,
    waiting,
    work,
    department: async (name) => (await clerk.call<{ id: number }>(`${area}/department`, 'create', { name })).id,
    people: async (count, prefix, typeId, departmentId) => {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        const opened = await openPeople(
          client,
          { organizationId, by: clerk.accountId, ids: services.ids, clock: services.clock },
          Array.from({ length: count }, (_, i) => ({
            name: `${prefix}员${i + 1}`,
            jobNumber: `${prefix}${i + 1}`,
            idNo: null,
            cardNo: null,
            physicalNo: null,
            typeId,
            departmentId: departmentId ?? null,
          })),
        );
        if (isRefusal(opened)) throw new Error(refusalMessage(opened));
        await client.query('commit');
        return opened.personIds.filter((id): id is number => id !== null);
      } finally {
        client.release();
      }
    },
    upload: async (rows, who = clerk) => {
      const text = `\ufeff${rows.map((row) => row.join(',')).join('\r\n')}\r\n`;
      const owner = {
        accountId: who.accountId,
        unitType: 'ORGANIZATION' as const,
        unitId: who === stranger ? units.otherOrganization : units.organization,
      };
      const stored = await saveUpload(
        {
          store: services.files,
          sql: database.pool,
          ids: services.ids,
          clock: services.clock,
          random: services.random,
        },
        owner,
        { name: '名单.csv', stream: Readable.from([Buffer.from(text)]), purpose: 'import' },
      );
      if (isRefusal(stored)) throw new Error(refusalMessage(stored));
      return stored.key;
    },
    close: async () => {
      await wallet.stop?.(services);
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
