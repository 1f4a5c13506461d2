/** Mails the file of a kept search; whoever keeps the search is told of what nobody got. */
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../../kit/server/context.ts';
import { downloadExport } from '../../kit/server/jobs/export/download-export.ts';
import type { JobContext } from '../../kit/server/jobs/jobs.ts';
import { sendMail, UndeliveredError } from '../../kit/server/mail/mailer.ts';
import { type Told, tellAccounts } from '../../kit/server/notices/own-notices.ts';
import { isRefusal, refusalMessage } from '../../kit/server/refusal.ts';

/** A file of a long list takes a while. */
const patienceMs = 10 * 60_000;
const lookEveryMs = 1_000;

/** The file, whose it is and where he keeps the search. */
export interface MailTask extends Pick<Told, 'accountId' | 'unitType' | 'unitId' | 'path'> {
  /** Of the export. */
  taskId: number;
  title: string;
  /** Addresses, separated by commas. */
  to: string;
}
type Parts = Pick<Services, 'pool' | 'db' | 'ids' | 'files' | 'config' | 'clock'>;

/** The file once it is written. @throws where none comes. */
async function written({ pool, files, clock }: Parts, { taskId, accountId }: MailTask, signal: AbortSignal) {
  const until = clock.now() + patienceMs;
  for (;;) {
    const file = await downloadExport({ sql: pool, store: files }, accountId, taskId);
    if (!isRefusal(file)) return { filename: file.filename, content: await buffer(file.stream), type: file.type };
    if (file.code !== 'EXPORT_NOT_READY' || clock.now() > until)
      throw new UndeliveredError(refusalMessage(file), false);
    await wait(lookEveryMs, undefined, { signal });
  }
}

const tell = (parts: Parts, { title, to, taskId: _, ...owner }: MailTask, why: string) =>
  tellAccounts(parts, [
    {
      ...owner,
      title: `没有寄到：${title}`,
      content: `收件邮箱 ${to}。${why}。能写成的文件在导出中心，可以自己转发。`,
    },
  ]);

/** Mails it. @throws where that may still succeed: the queue tries again, and its last attempt is told to the owner. */
export async function mailView(
  parts: Parts,
  task: MailTask,
  { signal, last }: Pick<JobContext, 'signal' | 'last'>,
): Promise<void> {
  const { title, to } = task;
  try {
    const attachment = await written(parts, task, signal);
    const text = `附件为「${title}」。由常用查询按计划生成。`;
    const refused = await sendMail(parts.config, { to, subject: title, text, attachment });
    if (refused.length > 0) await tell(parts, { ...task, to: refused.join(',') }, '邮件服务器没有收下，其余的已寄出');
  } catch (error) {
    if (!(error instanceof UndeliveredError)) throw error;
    if (error.final || last) await tell(parts, task, error.message);
    if (!error.final) throw error;
  }
}
