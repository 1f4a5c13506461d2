/** Kept searches that are written as files by themselves: filed in the export centre, mailed where an address stands. */
import type { UnitType } from '../../kit/define/page.ts';
import { isDue, searchNow, type ViewSchedule } from '../../kit/define/relative-days.ts';
import { dateAt } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { createExport } from '../../kit/server/jobs/export/create-export.ts';
import type { ExportFilter } from '../../kit/server/page/export-plan.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { businessDay } from '../wallet/public.server.ts';
import { type MailTask, mailView } from './view-mail.ts';

const fileJob = 'saved-views';
const mailJob = 'saved-view-mail';
/** A mail server that is down for half an hour loses nothing. */
const mailRetries = { retryLimit: 5, retryDelaySeconds: 60 };

interface Due {
  id: number;
  account_id: number;
  employee_id: number | null;
  unit_type: UnitType | null;
  unit_id: number | null;
  page: string;
  name: string;
  search: Record<string, unknown>;
  schedule: ViewSchedule;
  send_to: string;
}

/** Asks for the file of every view that is due today, each once a day. The export itself looks at its owner's rights. */
export async function fileViews(services: Services): Promise<void> {
  const nowMs = services.clock.now();
  const today = { calendar: dateAt(nowMs), book: businessDay(nowMs) };
  const { rows } = await services.pool.query<Due>(
    `select /* wall: each view is filed for its own account */ id, account_id, employee_id, unit_type, unit_id, page, name, search,
       schedule, send_to
     from saved_view where schedule is not null and (sent_on is null or sent_on < $1) order by id`,
    [today.calendar],
  );
  for (const view of rows) {
    const entry = services.registry.at(view.page);
    if (!entry || !isDue(view.schedule, today.calendar)) continue;
    const search = searchNow(entry.page, view.search, today);
    const filter: ExportFilter = {
      search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== null && value !== '')),
      sort: null,
      columns: null,
      employeeId: view.employee_id,
    };
    const task = await createExport(services, {
      accountId: view.account_id,
      unitType: view.unit_type,
      unitId: view.unit_id,
      pagePath: entry.path,
      title: `${entry.title}-${view.name}`,
      filter,
    });
    // Too many files of this account wait: the next run asks again.
    if (isRefusal(task)) continue;
    await services.pool.query(
      'update saved_view /* wall: the view that was just filed */ set sent_on = $2 where id = $1',
      [view.id, today.calendar],
    );
    if (view.send_to !== '')
      await services.jobs.enqueue<MailTask>(mailJob, {
        taskId: task.id,
        accountId: view.account_id,
        unitType: view.unit_type,
        unitId: view.unit_id,
        path: entry.path,
        title: `${entry.title} · ${view.name} · ${today.calendar}`,
        to: view.send_to,
      });
  }
}

export function defineViewJobs(services: Services): void {
  services.jobs?.define(fileJob, () => fileViews(services));
  services.jobs?.define<MailTask>(mailJob, (task, context) => mailView(services, task, context), mailRetries);
}

/** Before the day begins at the desk; again at noon for what failed. */
export const scheduleViews = ({ jobs }: Services): Promise<void> => jobs.schedule(fileJob, '20 6,12 * * *');
