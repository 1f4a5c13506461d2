/** Rules over a person's values that the fields alone cannot see. */
import { isIdCard } from '../../kit/define/check-value.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import './refusals.ts';

/** Why an identity number is wrong: 18 characters must be a resident card's with its check digit (GB 11643). */
export function idNoError(idNo: string | null | undefined): string | undefined {
  return idNo && /^\d{17}[\dXx]$/.test(idNo) && !isIdCard(idNo) ? '身份证号不正确，请核对' : undefined;
}

/** A session bound to departments opens and keeps people only inside them. */
export function refuseOutOfReach(ctx: Ctx, departmentId: number | null | undefined): Refusal | undefined {
  return ctx.scope.departments !== 'ALL' && !departmentId
    ? refuse('OUT_OF_REACH', {}, { departmentId: '您的数据范围为指定部门，请选择部门' })
    : undefined;
}

/** Turns `{field: message}` into one refusal. */
export function refuseFields(fields: Record<string, string>): Refusal {
  return refuse('INVALID_FIELDS', { detail: Object.values(fields).join('；') }, fields);
}
