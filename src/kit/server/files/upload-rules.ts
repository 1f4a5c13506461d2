/** What may be uploaded for which purpose, how large, and what is said when it may not. Codes 1340–1349. */
import { defineRefusals, type Refusal, refuse } from '../refusal.ts';
import { detectType, type FileType, type TypeName } from './file-types.ts';

export const uploadRefusals = defineRefusals({
  UPLOAD_NO_FILE: { errorcode: 1340, status: 200, message: '没有收到文件，请重新选择' },
  UPLOAD_WRONG_TYPE: { errorcode: 1341, status: 200, message: '「{name}」的类型不支持，只能上传：{types}' },
  UPLOAD_TOO_LARGE: { errorcode: 1342, status: 200, message: '「{name}」超过 {limitMiB} MiB，请压缩后再上传' },
  UPLOAD_EMPTY: { errorcode: 1343, status: 200, message: '「{name}」是空文件' },
  UPLOAD_QUOTA: {
    errorcode: 1345,
    status: 200,
    message: '{whose}的上传空间（{limitMiB} MiB）已用完，请删除不再需要的图片或附件后再试',
  },
  UPLOAD_PART: { errorcode: 1346, status: 200, message: '这一块没有完整收到，请重试' },
  UPLOAD_GONE: { errorcode: 1347, status: 200, message: '上传已过期，请重新选择文件' },
  UPLOAD_UNFINISHED: { errorcode: 1348, status: 200, message: '文件还没有传完' },
  UPLOAD_MANY: { errorcode: 1349, status: 200, message: '同时上传的文件不能超过 {most} 个，请等待其他上传完成' },
  UPLOAD_UNKNOWN_PURPOSE: { errorcode: 1344, status: 400, message: '未知的上传用途：{purpose}' },
});

const mib = 1024 * 1024;

interface Rule {
  types: readonly TypeName[];
  maxBytes: number;
}

/** Where no purpose is named (the form's image and file fields) the type decides which of the first two holds. */
const rules = {
  /** Only for what anybody may see: the one kind of picture that is sent without a session. */
  public: { types: ['png', 'jpg', 'webp', 'gif'], maxBytes: 5 * mib },
  image: { types: ['png', 'jpg', 'webp', 'gif'], maxBytes: 5 * mib },
  /** Evidence may be a picture: one that only its unit sees. */
  attachment: { types: ['pdf', 'xlsx', 'docx', 'csv', 'zip', 'png', 'jpg', 'webp'], maxBytes: 20 * mib },
  face: { types: ['png', 'jpg'], maxBytes: 5 * mib },
  /** Drawn by the console itself. */
  signature: { types: ['png'], maxBytes: mib / 4 },
  import: { types: ['xlsx', 'csv', 'xls'], maxBytes: 50 * mib },
  /** What channels and packs come in. */
  bill: { types: ['xlsx', 'csv', 'zip', 'gz'], maxBytes: 200 * mib },
  video: { types: ['mp4'], maxBytes: 500 * mib },
  app: { types: ['apk', 'zip'], maxBytes: 300 * mib },
} satisfies Record<string, Rule>;

export type Purpose = keyof typeof rules;

export interface AcceptedUpload {
  purpose: Purpose;
  type: FileType;
  maxBytes: number;
}

/** Bytes the largest upload in one piece may have; larger files come in parts. */
export const largestUploadBytes = 200 * mib;

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

/** The purposes a file may turn out to be for, with what each may measure. */
export function purposesMeant(purpose: string | undefined): { purpose: Purpose; maxBytes: number }[] | Refusal {
  const named = purpose ? [purpose] : ['image', 'attachment'];
  if (!named.every((one) => Object.hasOwn(rules, one)))
    return refuse(uploadRefusals.UPLOAD_UNKNOWN_PURPOSE, { purpose: named[0]!.slice(0, 20) });
  return (named as Purpose[]).map((one) => ({ purpose: one, maxBytes: rules[one].maxBytes }));
}

/** The refusal of a file that went on past its limit. */
export function tooLarge(name: string, maxBytes: number): Refusal {
  return refuse(uploadRefusals.UPLOAD_TOO_LARGE, { name, limitMiB: maxBytes / mib });
}
