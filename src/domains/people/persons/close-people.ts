/** 销户 and 重新开户. Closing needs every purse at 0, returns the card and frees the job number; the history stays. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput, RowValues } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { closePurses, openPurses } from '../../wallet/public.server.ts';
import { acting } from '../acting.ts';
import { unbindAll } from '../bindings/end-bindings.ts';
import { lockPeople } from '../cards/card-list.ts';
import { changeCards, type HeldCard, heldCards, refuseEvent } from '../cards/held-cards.ts';
import { withdrawFace } from '../faces/face-actions.ts';
import { dropPictures } from '../faces/face-picture.ts';
import { faceMay } from '../faces/face-states.ts';
import { bindJobNumbers, freeJobNumber } from '../job-numbers/bind-job-numbers.ts';
import { refuseFields } from './check-person.ts';
import { findClashes } from './find-clashes.ts';
import { personFlow } from './person-states.ts';
import '../refusals.ts';
import { deviceNames, type ListHolder, listHolders, unsynced } from '../cards/unsynced-devices.ts';

async function readState(ctx: Ctx, organizationId: number, id: number): Promise<string> {
  const { rows } = await sqlOf(ctx.db).query<{ status: string }>(
    'select status from person where organization_id = $1 and id = $2 for update',
    [organizationId, id],
  );
  return rows[0]?.status ?? '';
}

/** Why a terminal may still take the card: NORMAL in both, it was never told otherwise. */
function refuseUnsynced(name: string, status: string, held: HeldCard, holders: readonly ListHolder[]) {
  const told = status !== 'NORMAL' || held.status !== 'NORMAL';
  const version = told ? held.listVersion : Number.POSITIVE_INFINITY;
  const behind = unsynced(holders, version);
  if (behind.length === 0) return undefined;
  const params = { name, cardNo: held.cardNo, devices: deviceNames(behind, version) };
  return refuse(told ? 'CLOSE_UNSYNCED' : 'CLOSE_UNTOLD', params);
}

async function returnOnClosing(
  ctx: Ctx,
  row: RowValues,
  status: string,
  holders: readonly ListHolder[],
): Promise<Refusal | undefined> {
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  const name = String(row.name);
  const held = (await heldCards(executor, who.organizationId, [row.id])).get(row.id);
  if (!held) return undefined;
  if (held.depositFen > 0)
    return refuse('DEPOSIT_LEFT', { name, cardNo: held.cardNo, deposit: formatFenGrouped(held.depositFen) });
  const no = refuseEvent('return', name, held) ?? refuseUnsynced(name, status, held, holders);
  if (no) return no;
  await changeCards(executor, who, 'return', [held.id]);
  return undefined;
}

async function setStatus(ctx: Ctx, organizationId: number, id: number, status: string): Promise<void> {
  const at = isoAt(ctx.clock.now());
  await sqlOf(ctx.db).query(
    `update person set status = $3, closed_at = $4, updated_at = $5, version = version + 1
      where organization_id = $1 and id = $2`,
    [organizationId, id, status, status === 'CLOSED' ? at : null, at],
  );
}

async function closeOne(ctx: Ctx, row: RowValues, holders: readonly ListHolder[]): Promise<Refusal | undefined> {
  const { organizationId } = acting(ctx);
  const executor = sqlOf(ctx.db);
  const name = String(row.name);
  const status = await readState(ctx, organizationId, row.id);
  if (!personFlow.may('close', status))
    return refuse('PERSON_STATE', { name, state: personFlow.labelOf(status), action: '销户' });
  const no = await returnOnClosing(ctx, row, status, holders);
  if (no) return no;
  await freeJobNumber(executor, organizationId, row.id, isoAt(ctx.clock.now()));
  await unbindAll(executor, acting(ctx), row.id, personFlow.moves.close.label);
  await setStatus(ctx, organizationId, row.id, 'CLOSED');
  await ctx.audit({
    action: personFlow.moves.close.label,
    targetId: row.id,
    targetName: name,
    changes: [
      { key: 'status', label: '状态', before: personFlow.labelOf(status), after: personFlow.labelOf('CLOSED') },
    ],
  });
  return undefined;
}

/**
 * All of the selection or nobody; the refusal names the first who stands in the way. Waits for terminals that may still
 * take the card, unless `closeNow` is said.
 */
export async function closePeople(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const { organizationId } = acting(ctx);
  const executor = sqlOf(ctx.db);
  const closing = rows.map(({ id, name }) => ({ id, name: String(name) }));
  for (const guard of ctx.services.closeGuards) {
    const no = await guard.refuse(ctx, closing);
    if (no) return no;
  }
  // Purses are locked before people, never after.
  for (const row of [...rows].sort((a, b) => a.id - b.id)) {
    const left = await closePurses(executor, organizationId, row.id);
    if (isRefusal(left) && left.code === 'MEALS_LEFT')
      return refuse('MEALS_NOT_ZERO', { name: String(row.name), meals: 0, ...left.params });
    if (isRefusal(left))
      return refuse('BALANCE_NOT_ZERO', { name: String(row.name), balance: 0, held: 0, ...left.params });
  }
  await lockPeople(executor, organizationId);
  const holders = values.closeNow === true ? [] : await listHolders(executor, organizationId);
  const pictures: (string | null | Refusal)[] = [];
  for (const row of rows) {
    const no = await closeOne(ctx, row, holders);
    if (no) return no;
    // A face is kept no longer than its person.
    if (row.faceConsentAt !== null && faceMay('withdraw', row.faceStatus as string))
      pictures.push(await withdrawFace(ctx, executor, row, '销户'));
  }
  await dropPictures(ctx, pictures);
  return null;
}

/** 重新开户: the same person with the same history, unless somebody took the numbers meanwhile. */
export async function reopenPerson(ctx: Ctx, { rows }: ActionInput): Promise<Refusal | null> {
  const who = acting(ctx);
  const [row] = rows;
  if (!row || rows.length > 1) return refuse('MALFORMED', { detail: '一次只能为一人办理' });
  const executor = sqlOf(ctx.db);
  const name = String(row.name);
  const type = await ctx.db
    .selectFrom('person_type')
    .select(['allow_overdraft', 'overdraft_limit_fen'])
    .where('id', '=', Number(row.typeId))
    .executeTakeFirst();
  const overdraftFen = type?.allow_overdraft ? type.overdraft_limit_fen : 0;
  await openPurses(executor, who.organizationId, [{ personId: row.id, overdraftFen }], who);
  await lockPeople(executor, who.organizationId);
  const status = await readState(ctx, who.organizationId, row.id);
  if (!personFlow.may('reopen', status))
    return refuse('PERSON_STATE', { name, state: personFlow.labelOf(status), action: personFlow.moves.reopen.label });
  const jobNumber = row.jobNumber as string | null;
  const clashes = await findClashes(executor, who, [{ jobNumber, idNo: row.idNo as string | null, personId: row.id }]);
  const fields = clashes.get(0);
  if (fields) return refuseFields(fields);
  await setStatus(ctx, who.organizationId, row.id, 'NORMAL');
  if (jobNumber)
    await bindJobNumbers(executor, who, [
      { personId: row.id, jobNumber, name, departmentId: row.departmentId as number | null },
    ]);
  await ctx.audit({
    action: personFlow.moves.reopen.label,
    targetId: row.id,
    targetName: name,
    changes: [
      { key: 'status', label: '状态', before: personFlow.labelOf(status), after: personFlow.labelOf('NORMAL') },
    ],
  });
  return null;
}
