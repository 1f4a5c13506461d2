/** 重新征求同意. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { personOr } from '../../persons/person-search.ts';
import { answerAgain } from '../answer-again.ts';
import { withdrawConsent } from '../face-actions.ts';
import spec from './face-info-count-ask_again.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'face_info as f',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      version: true,
      columns: {
        name: 'p.name',
        birthday: 'p.birthday',
        guardianName: 'p.guardian_name',
        noticeNo: 'f.asked_notice',
        consentOn: sql`(f.consent_at at time zone 'Asia/Shanghai')::date`,
        askedOn: sql`(n.published_at at time zone 'Asia/Shanghai')::date`,
        dueOn: 'f.answer_due_on',
        daysLeft: sql`now.left`,
        state: sql`case when f.paused_at is null then 'DUE' else 'PAUSED' end`,
      },
      names: { departmentId: departmentPath },
      where: { keyword: personOr() },
    },
    (from, ctx) =>
      from
        .innerJoin('privacy_notice as n', (on) =>
          on.onRef('n.organization_id', '=', 'f.organization_id').onRef('n.notice_no', '=', 'f.asked_notice'),
        )
        .innerJoinLateral(
          sql<{ left: number }>`(select greatest(0, f.answer_due_on - ${dateAt(ctx.clock.now())}::date) as left)`.as(
            'now',
          ),
          (on) => on.onTrue(),
        ),
  ),
  actions: {
    answer: answerAgain,
    decline: (ctx, { rows, ...rest }) =>
      withdrawConsent(ctx, { ...rest, rows: rows.map((row) => ({ ...row, id: Number(row.personId) })) }),
  },
  outsideTransaction: ['decline'],
  notice: async () => ({
    tone: 'info',
    text: '发布告知书时填了答复期限，先前同意过的人列在这里；到期没有答复的暂停使用人脸，可用卡或二维码，登记同意后恢复',
  }),
});
