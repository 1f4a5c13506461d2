/** Server side of 预警明细. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { over } from '../../../kit/server/page/over.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { alertFlow, reopenMs } from '../alert-states.ts';
import { type AlertKind, kindsOfAlert } from '../catalogue.ts';
import { isMine, waitingFor } from '../hears.ts';
import { addStep } from '../steps.ts';
import type { AlertRow } from '../tables.ts';
import alertDetail, { alertStory } from './alert-detail.page.ts';

const nameOf = ({ kind, object_name }: AlertRow) => `${kindsOfAlert[kind as AlertKind]?.label ?? kind} ${object_name}`;

/** Mine first, then what is grave and untaken, then what waits for a word; within that the newest. */
const urgency = sql`((case when me.mine then 5 when a.status = 'OPEN' and a.level = 'CRITICAL' then 4
  when a.status = 'OPEN' then 3 when a.status = 'HANDLING' then 2 when a.note_due then 1 else 0 end)::bigint
  * 100000000000 + extract(epoch from a.last_at)::bigint)`;

/** What is urgent at all; alerts live one to an object, so these are few however long the list grows. */
const waits = sql<boolean>`(a.status in ('OPEN', 'HANDLING') or a.note_due)`;
/** Before the last days nothing follows but what is over, newest first: the list is read again from them only past its first pages. */
const newestDays = 7;

const by = (ctx: Ctx, note = '') => ({ by: ctx.session.name, note });
const told =
  (event: 'TAKEN' | 'CLOSED' | 'IGNORED' | 'REOPENED') =>
  (ctx: Ctx, { id, organization_id }: AlertRow, values: Readonly<Record<string, unknown>>) =>
    addStep(ctx, organization_id, id, event, by(ctx, String(values.note ?? values.reason ?? '')));

const ended = (ctx: Ctx, note: unknown) => ({
  ended_at: isoAt(ctx.clock.now()),
  note: String(note),
  note_due: false,
});

export default [
  bind(alertDetail, {
    list: over(
      alertDetail,
      'alert as a',
      {
        columns: {
          waitingFor,
          mine: 'me.mine',
          owned: 'me.owned',
          reopenable: 'me.reopenable',
          urgency,
        },
        newest: (ctx) =>
          sql`(${waits} or a.last_at >= ${isoAt(ctx.clock.now() - newestDays * 86_400_000)}::timestamptz)`,
        where: {
          mine: (value) =>
            value === true ? sql`(${waits} and me.mine)` : value === false ? sql`not me.mine` : undefined,
        },
      },
      (from, ctx) =>
        from.innerJoin(
          sql<{ mine: boolean; owned: boolean; reopenable: boolean }>`lateral (select
            ${isMine(ctx.session.accountId)} as mine,
            a.owner_id is not distinct from ${ctx.session.accountId} and a.status = 'HANDLING' as owned,
            coalesce(a.ended_at > ${isoAt(ctx.clock.now() - reopenMs)}::timestamptz, false) as reopenable)`.as('me'),
          (on) => on.onTrue(),
        ),
    ),
    actions: moves(alertFlow, {
      table: 'alert',
      name: nameOf,
      check: {
        // The rest is said by the flow itself: who may close, ignore or reopen which.
        reopen: async (ctx, alert) => {
          const other = await ctx.db
            .selectFrom('alert')
            .select('id')
            .where('organization_id', '=', alert.organization_id)
            .where('kind', '=', alert.kind)
            .where('object_key', '=', alert.object_key)
            .where('status', 'in', ['OPEN', 'HANDLING'])
            .executeTakeFirst();
          return other ? refuse('ALERT_AGAIN', { name: nameOf(alert) }) : undefined;
        },
      },
      write: {
        take: (ctx) => ({
          owner_id: ctx.session.accountId,
          owner_name: ctx.session.name,
          taken_at: isoAt(ctx.clock.now()),
        }),
        close: (ctx, values) => ended(ctx, values.note),
        ignore: (ctx, values) => ({
          ...ended(ctx, values.reason),
          ignore_until: isoAt(ctx.clock.now() + Number(values.hours) * 3_600_000),
        }),
        reopen: (ctx) => ({
          ended_at: null,
          ignore_until: null,
          note_due: false,
          owner_id: null,
          owner_name: '',
          taken_at: null,
          stage: 0,
          raised_at: isoAt(ctx.clock.now()),
        }),
      },
      after: { take: told('TAKEN'), close: told('CLOSED'), ignore: told('IGNORED'), reopen: told('REOPENED') },
    }),
    notice: async (ctx) => {
      const [robot, receiver] = await Promise.all([
        ctx.db
          .selectFrom('alert_robot')
          .select(['name', 'last_error'])
          .where('status', '=', 'NORMAL')
          .where('last_ok', '=', false)
          .orderBy('last_at', 'desc')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst(),
        ctx.db
          .selectFrom('alert_receiver')
          .select('id')
          .where('status', '=', 'NORMAL')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst(),
      ]);
      if (robot)
        return {
          tone: 'danger',
          text: `群机器人「${robot.name}」最近一次没有发出去：${robot.last_error}`,
          open: { label: '查看群机器人', path: '/admin/organization/alert_detail/robot' },
        };
      return receiver
        ? null
        : {
            tone: 'warning',
            text: '还没有设置由谁接收预警：无人处理时不知道该转告谁',
            open: { label: '去设置', path: '/admin/organization/alert_detail/receiver' },
          };
    },
  }),
  bind(alertStory, {
    list: over(alertStory, 'alert_step as s', {
      // Whose alert one may not see, its story neither.
      from: (db) =>
        db
          .selectFrom('alert_step as s')
          .innerJoin('alert as a', (on) =>
            on.onRef('a.organization_id', '=', 's.organization_id').onRef('a.id', '=', 's.alert_id'),
          ),
    }),
  }),
];
