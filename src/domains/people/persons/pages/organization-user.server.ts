/** Server side of 人员管理. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { type ActionInput, bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { giveCard, returnCard } from '../../cards/card-actions.ts';
import { changeHeldCards } from '../../cards/change-held-cards.ts';
import { returnFee } from '../../cards/return-fee.ts';
import type { ReuseSaid } from '../../cards/reuse-now.ts';
import { departmentItself } from '../../departments/department-sql.ts';
import {
  askConsent,
  changePurposes,
  recordConsent,
  refuseConsent,
  uploadFace,
  withdrawConsent,
} from '../../faces/face-actions.ts';
import { faceDelivered } from '../../faces/face-count.ts';
import { peopleMoves } from '../change-people.ts';
import { closeEnding, closingOutcome } from '../close-ending.ts';
import { reopenPerson } from '../close-people.ts';
import { createPerson } from '../create-person.ts';
import { personOptions } from '../find-people.ts';
import { peopleImport } from '../import-people.ts';
import { movePeople } from '../move-people.ts';
import type { NewPerson } from '../open-people.ts';
import { peopleWithCards, personColumns, personNames } from '../person-list.ts';
import { afterEdit, beforeEdit } from '../update-person.ts';
import spec from './organization-user.page.ts';

const crud = tableCrud(spec, {
  table: 'person',
  unique: { person_job_number: 'jobNumber', person_id_no: 'idNo' },
  skip: ['cardNo', 'physicalNo'],
  check: (ctx, values, before) => (before ? beforeEdit(ctx, values, before) : undefined),
  after: async (ctx, _id, values, before) => {
    if (before) await afterEdit(ctx, values, before);
    return undefined;
  },
});

const change =
  (event: 'loss' | 'lift' | 'freeze' | 'unfreeze') =>
  (ctx: Parameters<typeof changeHeldCards>[0], { rows }: ActionInput) =>
    changeHeldCards(
      ctx,
      event,
      rows.map((row) => ({ organizationId: ownOrganization(ctx), id: row.id, name: String(row.name) })),
    );

export default bind(spec, {
  list: over(spec, 'person as p', {
    from: (db) =>
      peopleWithCards(db).leftJoin('face_info as f', (join) =>
        join.onRef('f.organization_id', '=', 'p.organization_id').onRef('f.person_id', '=', 'p.id'),
      ),
    columns: {
      ...personColumns,
      ownDepartmentId: 'p.department_id',
      faceStatus: sql`coalesce(f.status, 'NONE')`,
      faceDelivered,
      faceConsentAt: sql`case when f.status in ('WITHDRAWN', 'DELETED') then null else f.consent_at end`,
      faceConsentBy: 'f.consent_by',
      faceConsentName: 'f.consent_name',
      facePausedAt: 'f.paused_at',
      faceRejectReason: 'f.reject_reason',
      importName: null,
      departmentPath: null,
      reuseNow: null,
      reuseReason: null,
    },
    names: { ...personNames, ownDepartmentId: 'd.name' },
    where: { ownDepartmentId: (value) => departmentItself('p.department_id', value) },
  }),
  create: (ctx, values) => createPerson(ctx, values as unknown as NewPerson & ReuseSaid),
  update: (ctx, id, values, before) =>
    crud.update(
      ctx,
      id,
      {
        ...values,
        ...(values.boarder === null ? { boarder: false } : {}),
        ...(values.idNo ? { idNo: values.idNo.toUpperCase() } : {}),
      },
      before,
    ),
  actions: {
    issueCard: giveCard('issue'),
    replaceCard: giveCard('replace'),
    exchangeCard: giveCard('exchange'),
    returnCard,
    returnFee,
    reportLoss: change('loss'),
    liftLoss: change('lift'),
    freezeCard: change('freeze'),
    unfreezeCard: change('unfreeze'),
    move: async (ctx, { ids, values }) => {
      const department = await ctx.db
        .selectFrom('department')
        .select(['id', 'name'])
        .where('id', '=', values.departmentId as number)
        .executeTakeFirstOrThrow();
      const moved = await movePeople(ctx, ids, department);
      return isRefusal(moved) ? moved : null;
    },
    faceAsk: askConsent,
    faceConsent: recordConsent,
    faceRefuse: refuseConsent,
    facePurposes: changePurposes,
    faceUpload: uploadFace,
    faceWithdraw: withdrawConsent,
    ...peopleMoves,
    close: closeEnding,
    reopen: reopenPerson,
  },
  outcomes: { close: closingOutcome },
  // Closing ends orders first, each with its money in a transaction of its own.
  outsideTransaction: [
    'close',
    'issueCard',
    'replaceCard',
    'exchangeCard',
    'returnCard',
    'returnFee',
    'faceUpload',
    'faceWithdraw',
  ],
  options: personOptions,
  importRows: peopleImport,
});
