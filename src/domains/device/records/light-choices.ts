/** Whether a terminal speaks against closing the month; both sides read it. */
export const lights = [
  { value: 'SAFE', label: '可以月结', tone: 'success' },
  { value: 'UNUSED', label: '未启用', tone: 'neutral' },
  { value: 'WAITING', label: '待上传', tone: 'warning' },
  { value: 'SILENT', label: '未联系', tone: 'warning' },
  { value: 'GAP', label: '有缺号', tone: 'danger' },
] as const;
export type Light = (typeof lights)[number]['value'];

/** Of a whole unit and an instant: may its books be closed up to then? */
export interface SafeLight {
  tone: 'GREEN' | 'AMBER' | 'RED';
  text: string;
  /** Those that speak against it, in words; empty where none does. */
  terminals: string;
  /** Those that speak against it. */
  devices: { id: number; name: string; why: string; kind: 'WAITING' | 'GAP' | 'SILENT'; count: number }[];
  /** Records that wait for a clerk. */
  suspense: number;
}
