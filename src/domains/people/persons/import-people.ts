/** 人员导入: rows of a spreadsheet become people with purses, job numbers and cards, a chunk per transaction. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ImportBinding, ImportRow } from '../../../kit/server/page/binding.ts';
import { isRefusal, refusalMessage } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { type ReuseSaid, reuseChanges, reuseErrors, reuseOf } from '../cards/reuse-now.ts';
import { planDepartments } from '../departments/department-names.ts';
import { ensureDepartments, knownDepartments, noteImported } from '../departments/ensure-departments.ts';
import { inTransaction } from '../in-transaction.ts';
import { idNoError, reasonOf } from './check-person.ts';
import { findClashes } from './find-clashes.ts';
import { personPage } from './move-people.ts';
import { type NewPerson, openPeople } from './open-people.ts';
import { takeBackPeople } from './take-back-people.ts';

/** A row as the page's import fields give it. */
interface ImportedValues extends Omit<NewPerson, 'name' | 'departmentId'>, ReuseSaid {
  importName?: string | null;
  departmentPath?: string | null;
}

function valuesOf(row: ImportRow): ImportedValues {
  const values = row.values as unknown as ImportedValues;
  return { ...values, idNo: values.idNo?.toUpperCase() ?? null, ...reuseOf(values) };
}

/** A file without names opens people under their number. */
const nameOf = (values: ImportedValues) => values.importName || values.jobNumber || values.cardNo || '';

function ownErrors(ctx: Ctx, values: ImportedValues): Record<string, string> {
  const errors: Record<string, string> = { ...reuseErrors(ctx, values) };
  if (!nameOf(values)) errors.importName = '与工号、卡号不能都为空';
  const idNo = idNoError(values.idNo);
  if (idNo) errors.idNo = idNo;
  if (values.physicalNo && !values.cardNo) errors.cardNo = '不能为空（已填物理卡号）';
  return errors;
}

/** Per row: what is wrong with its values, its department, and whose numbers it repeats. */
async function check(ctx: Ctx, rows: readonly ImportRow[]): Promise<Map<number, Record<string, string>>> {
  const who = acting(ctx);
  const { organizationId } = who;
  const executor = sqlOf(ctx.db);
  const paths = rows.flatMap((row) => valuesOf(row).departmentPath || []);
  const known = paths.length > 0 ? await knownDepartments(executor, organizationId, ctx.scope.departments) : [];
  const plan = planDepartments(known, paths);
  const clashes = await findClashes(executor, who, rows.map(valuesOf));
  const errors = new Map<number, Record<string, string>>();
  for (const [index, row] of rows.entries()) {
    const values = valuesOf(row);
    const found = { ...ownErrors(ctx, values), ...clashes.get(index) };
    const path = values.departmentPath;
    if (path && plan.wrong.has(path)) found.departmentPath = plan.wrong.get(path)!;
    else if (ctx.scope.departments !== 'ALL' && !(path && plan.found.has(path)))
      found.departmentPath = path ? `「${path}」不在您的数据范围内` : '不能为空（您的数据范围为指定部门）';
    if (Object.keys(found).length > 0) errors.set(row.rowNo, found);
  }
  return errors;
}

const namedInWarnings = 5;
const someOf = (words: readonly string[]) =>
  `${words.slice(0, namedInWarnings).join('、')}${words.length > namedInWarnings ? '…' : ''}`;

/** What a clerk would want to know before thousands are opened: names that are numbers, departments that come into being. */
async function warnings(ctx: Ctx, rows: readonly ImportRow[]): Promise<string[]> {
  const numbers = rows.map((row) => valuesOf(row).importName ?? '').filter((name) => /^[\d\s.-]+$/.test(name));
  const unnamed = rows.filter((row) => !valuesOf(row).importName).length;
  const paths = [...new Set(rows.flatMap((row) => valuesOf(row).departmentPath || []))];
  const { organizationId } = acting(ctx);
  const known = paths.length > 0 ? await knownDepartments(sqlOf(ctx.db), organizationId, ctx.scope.departments) : [];
  const { missing } = planDepartments(known, paths);
  return [
    ...(numbers.length > 0 ? [`${numbers.length} 人的姓名是数字（${someOf(numbers)}），请核对「姓名」对应的列`] : []),
    ...(unnamed > 0 ? [`${unnamed} 人没有姓名，以工号或卡号代替`] : []),
    ...(missing.length > 0
      ? [`将新建 ${missing.length} 个部门：${someOf(missing.map((names) => names.join('/')))}`]
      : []),
  ];
}

/** Ids of person types in use by name. */
async function resolve(ctx: Ctx, field: string, names: readonly string[]): Promise<Map<string, number>> {
  if (field !== 'typeId' || names.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('person_type')
    .select(['id', 'name'])
    .where('status', '=', 'NORMAL')
    .where('name', 'in', [...names])
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** What the log keeps of a row whose number was taken at once. */
function reusedIn(row: ImportRow) {
  const values = valuesOf(row);
  return reuseChanges(values).map((change) => ({
    ...change,
    key: `reuseNow${row.rowNo}`,
    label: `第 ${row.rowNo} 行 ${change.label}`,
    after: `${values.cardNo ?? ''}：${change.after}`,
  }));
}

/** Writes a chunk whole; rows that clash by now are left out and told why. */
async function commit(ctx: Ctx, rows: readonly ImportRow[], made?: Map<number, number>): Promise<Map<number, string>> {
  return inTransaction(ctx.db, async (db) => {
    const executor = sqlOf(db);
    const who = acting(ctx);
    const refused = new Map<number, string>();
    await lockPeople(executor, who.organizationId);
    const paths = rows.flatMap((row) => valuesOf(row).departmentPath || []);
    const plan = await ensureDepartments(executor, who, ctx.scope.departments, paths);
    const people: { rowNo: number; person: NewPerson }[] = [];
    for (const row of rows) {
      const { importName: _, departmentPath, ...values } = valuesOf(row);
      const wrong = { ...ownErrors(ctx, valuesOf(row)) };
      if (departmentPath && !plan.found.has(departmentPath))
        wrong.departmentPath = plan.wrong.get(departmentPath) ?? '无法建立';
      if (!departmentPath && ctx.scope.departments !== 'ALL')
        wrong.departmentPath = '不能为空（您的数据范围为指定部门）';
      if (Object.keys(wrong).length > 0) refused.set(row.rowNo, reasonOf(wrong));
      else
        people.push({
          rowNo: row.rowNo,
          person: {
            ...values,
            name: nameOf(valuesOf(row)),
            departmentId: departmentPath ? plan.found.get(departmentPath)! : null,
          },
        });
    }
    const opened = await openPeople(
      executor,
      who,
      people.map((p) => p.person),
    );
    if (isRefusal(opened)) return new Map(rows.map((row) => [row.rowNo, refusalMessage(opened)]));
    for (const [index, errors] of opened.clashes) refused.set(people[index]!.rowNo, reasonOf(errors));
    for (const [index, id] of opened.personIds.entries()) if (id !== null) made?.set(people[index]!.rowNo, id);
    const first = opened.personIds.find((id) => id !== null);
    if (plan.made && first) await noteImported(executor, who.organizationId, plan.made, first);
    await auditInto({ ...ctx, path: personPage }, executor, {
      action: '导入开户',
      targetName: `第 ${rows[0]?.rowNo} 至 ${rows.at(-1)?.rowNo} 行，开户 ${rows.length - refused.size} 人`,
      changes: rows.filter((row) => !refused.has(row.rowNo)).flatMap((row) => reusedIn(row)),
    });
    return refused;
  });
}

export const peopleImport: ImportBinding = { check, resolve, commit, warnings, takeBack: takeBackPeople };
