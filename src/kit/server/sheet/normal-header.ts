/** A header as it is compared: full width to half, case, spaces, punctuation and remarks in brackets away. */
export function normalHeader(header: string, keepRemarks = false): string {
  const half = header.normalize('NFKC').toLowerCase();
  const bare = keepRemarks ? half : half.replace(/[([{【（].*?[)\]}】）]/g, '');
  return bare.replace(/[\s\p{P}\p{S}]/gu, '');
}
