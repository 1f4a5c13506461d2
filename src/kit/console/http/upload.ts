/** Sends one file to /upload with progress: in one piece (multipart field `file`), large ones in parts. */
import { ApiError, apiUrl, type Envelope, leaveForLogin, refusalOf } from './client.ts';
import { dropToken, storedToken, storeToken } from './token.ts';
import { partsFromBytes, uploadInParts } from './upload-parts.ts';

export interface Uploaded {
  /** Opaque key stored in records. */
  key: string;
  url: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** What a file is kept as; undefined for a picture its unit sees. */
export type UploadPurpose =
  | 'import'
  | 'bill'
  | 'attachment'
  | 'face'
  | 'signature'
  | 'public'
  | 'video'
  | 'app'
  | undefined;

/**
 * Uploads `file`. `onProgress` gets a share from 0 to 1. Tables for an import may be larger than attachments.
 * Throws `ApiError` when the server refuses type or size, or the connection fails.
 */
export function upload(
  file: File,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
  purpose?: UploadPurpose,
  onWaiting?: (waiting: boolean) => void,
): Promise<Uploaded> {
  if (file.size >= partsFromBytes) return uploadInParts(file, purpose, { onProgress, onWaiting, signal });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl(purpose ? `/upload?purpose=${purpose}` : '/upload'));
    const token = storedToken();
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(new ApiError('网络不通，请检查网络后重试', -1));
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    request.onload = () => {
      let envelope: Envelope<Uploaded>;
      try {
        envelope = JSON.parse(request.responseText) as Envelope<Uploaded>;
      } catch {
        reject(new ApiError('服务异常，请稍后再试', -2, request.status));
        return;
      }
      if (envelope.token) storeToken(envelope.token);
      if (request.status === 401) {
        dropToken();
        leaveForLogin();
      }
      if (envelope.errorcode === 0) resolve(envelope.data);
      else reject(refusalOf(envelope, request.status));
    };
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
