/**
 * A refusal is an expected "no": a value with a stable code, never an exception.
 * Codes map to one errorcode, one HTTP status and one Chinese message each (see `refusalTable`).
 */
export interface Refusal {
  readonly refused: true;
  readonly code: string;
  /** Figures for the message, e.g. `{ balance: '3.00' }`, put in for `{balance}`. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Messages at single fields, `{ field: message }`, shown beside the inputs. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface RefusalSpec {
  /** Stable number the console and integrators may rely on. */
  errorcode: number;
  /** 200 for a business refusal; 400, 401, 403, 404, 429, 503 otherwise. */
  status: number;
  /** Chinese message; `{name}` is replaced from params. */
  message: string;
  /** What stands for figures that nobody knows. */
  unknown?: Readonly<Record<string, string>>;
  /** That it was tried stands in the log: money one may not move, a hand one may not lend. */
  noted?: true;
}

const table = new Map<string, RefusalSpec>();

/** Adds a domain's codes to the one table. A code or errorcode given twice is a bug and throws. */
export function defineRefusals<T extends Record<string, RefusalSpec>>(specs: T): { readonly [K in keyof T]: K } {
  for (const [code, spec] of Object.entries(specs)) {
    const known = table.get(code);
    if (known && known !== spec) throw new Error(`refusal code defined twice: ${code}`);
    for (const [other, otherSpec] of table)
      if (otherSpec.errorcode === spec.errorcode && other !== code)
        throw new Error(`errorcode ${spec.errorcode}: ${other}, ${code}`);
    table.set(code, spec);
  }
  return Object.fromEntries(Object.keys(specs).map((k) => [k, k])) as { readonly [K in keyof T]: K };
}

/** Builds a refusal; the code must stand in the table. */
export function refuse(
  code: string,
  params: Record<string, string | number> = {},
  fields?: Record<string, string>,
): Refusal {
  if (!table.has(code)) throw new Error(`unknown refusal code: ${code}`);
  return fields ? { refused: true, code, params, fields } : { refused: true, code, params };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}

/** The table's entry of a code. */
export function refusalSpec(code: string): RefusalSpec {
  const spec = table.get(code);
  if (!spec) throw new Error(`unknown refusal code: ${code}`);
  return spec;
}

/** Chinese message of a refusal with its figures filled in. */
export function refusalMessage(refusal: Refusal): string {
  const { message, unknown } = refusalSpec(refusal.code);
  const figures: Refusal['params'] = { ...unknown, ...refusal.params };
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => (name in figures ? String(figures[name]) : whole));
}

/** The kit's own codes: 10xx sign-in and rights, 11xx request, 12xx records. */
export const kitRefusals = defineRefusals({
  NOT_SIGNED_IN: { errorcode: 1001, status: 401, message: '登录已失效，请重新登录' },
  NOT_FOR_SCOPE: {
    errorcode: 1007,
    status: 403,
    message: '「{page}」不按部门或经办人区分，不适用于数据范围为“本部门”或“仅本人”的角色',
  },
  NOT_PERMITTED: { errorcode: 1003, status: 403, message: '您没有此操作的权限：{what}' },
  NOT_FOUND: { errorcode: 1004, status: 404, message: '记录不存在或不属于当前单位' },
  WITNESS_NEEDED: { errorcode: 1020, status: 200, message: '「{what}」须由另一人见证，请见证人输入账号和密码' },
  WITNESS_SELF: { errorcode: 1021, status: 200, message: '见证人须是另一人，不能是您自己' },
  WITNESS_MAKER: { errorcode: 1022, status: 200, message: '{name} 由该见证人制单，请换一人见证' },
  WITNESS_NOT_PERMITTED: { errorcode: 1023, status: 200, message: '{name} 没有「{what}」的权限，请换一人见证' },
  MALFORMED: { errorcode: 1100, status: 400, message: '请求格式不正确：{detail}' },
  INVALID_FIELDS: { errorcode: 1101, status: 200, message: '{detail}' },
  TOO_MANY: { errorcode: 1102, status: 429, message: '操作过于频繁，请 {seconds} 秒后再试' },
  TOO_LARGE: { errorcode: 1103, status: 400, message: '内容超过上限：{limit}' },
  BUSY: { errorcode: 1104, status: 503, message: '系统繁忙，请稍后再试' },
  FILE_GONE: { errorcode: 1105, status: 200, message: '上传的文件已不存在，请重新上传' },
  SHEET_COLUMNS: { errorcode: 1106, status: 200, message: '表格中没有找到必需的列：{titles}，请指定' },
  STALE: {
    errorcode: 1200,
    status: 200,
    message: '记录已被{who}修改{what}，请刷新后再试',
    unknown: { who: '他人', what: '' },
  },
  DUPLICATE: { errorcode: 1201, status: 200, message: '{label}「{value}」已存在' },
  IN_USE: { errorcode: 1202, status: 200, message: '该记录已被{what}使用，不能删除，可改为停用' },
  NOT_NOW: { errorcode: 1204, status: 200, message: '{why}' },
  BAD_STATE: {
    errorcode: 1203,
    status: 200,
    message: '当前状态为「{state}」，不能{action}{who}',
    unknown: { who: '' },
  },
});
