/** What may be uploaded for which purpose, how large, and what is said when it may not. Codes 1340–1349. */
import { defineRefusals, type Refusal, refuse } from '../refusal.ts';
import { detectType, type FileType, type TypeName } from './file-types.ts';

export const uploadRefusals = defineRefusals({
  UPLOAD_NO_FILE: { errorcode: 1340, status: 200, message: '没有收到文件，请重新选择' },
  UPLOAD_WRONG_TYPE: { errorcode: 1341, status: 200, message: '「{name}」的类型不支持，只能上传：{types}' },
  UPLOAD_TOO_LARGE: { errorcode: 1342, status: 200, message: '「{name}」超过 {limitMiB} MiB，请压缩后再上传' },
  UPLOAD_EMPTY: { errorcode: 1343, status: 200, message: '「{name}」是空文件' },
  UPLOAD_UNKNOWN_PURPOSE: { errorcode: 1344, status: 400, message: '未知的上传用途：{purpose}' },
});

const mib = 1024 * 1024;

interface Rule {
  types: readonly TypeName[];
  maxBytes: number;
}

/** Where no purpose is named (the form's image and file fields) the type decides which of the first two holds. */
const rules = {
  image: { types: ['png', 'jpg', 'webp', 'gif'], maxBytes: 5 * mib },
  attachment: { types: ['pdf', 'xlsx', 'docx', 'csv', 'zip'], maxBytes: 20 * mib },
  import: { types: ['xlsx', 'csv'], maxBytes: 50 * mib },
  video: { types: ['mp4'], maxBytes: 200 * mib },
  app: { types: ['apk', 'zip'], maxBytes: 200 * mib },
} satisfies Record<string, Rule>;

export type Purpose = keyof typeof rules;

export interface AcceptedUpload {
  purpose: Purpose;
  type: FileType;
  maxBytes: number;
}

/** Bytes the largest upload of any purpose may have. */
export const largestUploadBytes = Math.max(...Object.values(rules).map((rule) => rule.maxBytes));

function accept(purposes: readonly Purpose[], head: Buffer, name: string): AcceptedUpload | Refusal {
  if (head.length === 0) return refuse(uploadRefusals.UPLOAD_EMPTY, { name });
  for (const purpose of purposes) {
    const rule: Rule = rules[purpose];
    const type = detectType(head, name, rule.types);
    if (type) return { purpose, type, maxBytes: rule.maxBytes };
  }
  const types = purposes.flatMap((purpose) => rules[purpose].types).join('、');
  return refuse(uploadRefusals.UPLOAD_WRONG_TYPE, { name, types });
}

/** What an upload is, by its first bytes and its name, for a purpose or for none; or why it is not taken. */
export function checkUpload(purpose: string | undefined, head: Buffer, name: string): AcceptedUpload | Refusal {
  if (purpose === undefined || purpose === '') return accept(['image', 'attachment'], head, name);
  if (!Object.hasOwn(rules, purpose))
    return refuse(uploadRefusals.UPLOAD_UNKNOWN_PURPOSE, { purpose: purpose.slice(0, 20) });
  return accept([purpose as Purpose], head, name);
}

/** The refusal of a file that went on past its limit. */
export function tooLarge(name: string, maxBytes: number): Refusal {
  return refuse(uploadRefusals.UPLOAD_TOO_LARGE, { name, limitMiB: maxBytes / mib });
}
