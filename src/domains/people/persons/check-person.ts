/** Rules over a person's values that the fields alone cannot see. */
import { isIdCard } from '../../../kit/define/check-value.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { reuseFields } from '../cards/reuse-fields.ts';
import { personFields } from './person-fields.ts';
import '../refusals.ts';

/** Why an identity number is wrong, without the field's label: 18 characters must be a resident card's with its check digit (GB 11643). */
export function idNoError(idNo: string | null | undefined): string | undefined {
  return idNo && /^\d{17}[\dXx]$/.test(idNo) && !isIdCard(idNo) ? '不正确，请核对' : undefined;
}

/** A session bound to departments opens and keeps people only inside them. */
export function refuseOutOfReach(ctx: Ctx, departmentId: number | null | undefined): Refusal | undefined {
  return ctx.scope.departments !== 'ALL' && !departmentId
    ? refuse('OUT_OF_REACH', {}, { departmentId: '您的数据范围为指定部门，请选择部门' })
    : undefined;
}

/** Labels of a person's fields, the import's own ones included. */
const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries({ ...personFields, ...reuseFields }).map(([key, field]) => [key, field.label])),
  importName: '姓名',
  departmentPath: '部门',
};

const labelled = (key: string, message: string) => `${labels[key] ?? ''}${message}`;

/** `工号「1」已属于 张三；卡号…`: messages without labels as one reason. */
export function reasonOf(errors: Readonly<Record<string, string>>): string {
  return Object.entries(errors)
    .map(([key, message]) => labelled(key, message))
    .join('；');
}

/** Messages without labels, `{field: message}`, as one refusal. */
export function refuseFields(fields: Record<string, string>): Refusal {
  const entries = Object.entries(fields).map(([key, message]) => [key, labelled(key, message)] as const);
  return refuse('INVALID_FIELDS', { detail: reasonOf(fields) }, Object.fromEntries(entries));
}
