/** Rows of the device domain's tables. */

interface Stamps {
  created_at: string;
  created_by: number | null;
  updated_at: string;
  version: number;
}

export interface DeviceTypeRow extends Stamps {
  id: number;
  name: string;
  model: string;
  kind: string;
  protocol: string;
  abilities: string[];
  offline_capacity: number;
  price_fen: number;
}

export interface DeviceRow extends Stamps {
  id: number;
  sn: string;
  type_id: number;
  name: string;
  agent_id: number | null;
  organization_id: number | null;
  deploy_site_id: number | null;
  mode: string;
  max_faces: number | null;
  warranty_end: string | null;
  status: string;
}

export interface DeviceKeyRow {
  device_id: number;
  epoch: number;
  secret: string;
  paired_at: string;
  revoked_at: string | null;
}

export interface DevicePairingRow {
  device_id: number;
  code_hash: string;
  expires_at: string;
  attempts_left: number;
}

export interface DeviceBeatRow {
  device_id: number;
  last_beat_at: string;
  ip: string;
  firmware: string;
  offline_count: number;
  list_version: number;
  clock_offset_ms: number;
  epoch: number;
  last_seq: number;
  /** Since when records have been waiting on it; null while none is. */
  waiting_since: string | null;
  /** Of the passes of kitchens and gates it has; null for what keeps none. */
  pass_version: number | null;
}

export interface DeviceCommandRow {
  organization_id: number;
  id: number;
  device_id: number;
  kind: string;
  status: string;
  result: string;
  created_at: string;
  created_by: number | null;
  sent_at: string | null;
  done_at: string | null;
  about: unknown;
}

export interface DeviceSequenceRow {
  organization_id: number;
  device_id: number;
  epoch: number;
  /** A PostgreSQL int8multirange literal: `{[1,5),[7,9)}`. */
  seen: string;
  last_seq: number;
  /** Numbers declared lost for good; same literal. */
  given_up: string;
  stream: string;
}

export interface DeviceDayRow {
  organization_id: number;
  device_id: number;
  day: string;
  beats: number;
  online_seconds: number;
  first_beat_at: string;
  last_beat_at: string;
  taken_count: number | null;
  taken_fen: number | null;
  waiting_count: number | null;
  waiting_fen: number | null;
}

export interface DeviceGapGivenUpRow {
  organization_id: number;
  id: number;
  device_id: number;
  epoch: number;
  from_seq: number;
  to_seq: number;
  reason: string;
  given_up_at: string;
  given_up_by: number;
  given_up_name: string;
  stream: string;
}

export interface DeviceDocBodyRow {
  organization_id: number;
  digest: string;
  body: string;
}

export interface DeviceDocRow {
  organization_id: number;
  device_id: number;
  kind: string;
  version: number;
  digest: string;
  published_at: string;
  behind_since: string | null;
}

export interface DeviceDocAckRow {
  organization_id: number;
  device_id: number;
  kind: string;
  has: number;
  error: string;
  at: string;
}

export interface DeviceEventRow {
  organization_id: number;
  device_id: number;
  epoch: number;
  no: number;
  kind: string;
  mark: Buffer;
  at: string;
  received_at: string;
  doubtful: boolean;
  refused: string;
}

export interface MediaRow {
  organization_id: number;
  id: number;
  device_id: number;
  kind: string;
  sha256: string;
  bytes: number;
  epoch: number;
  event_no: number | null;
  key: string;
  received: number;
  parts: string[];
  laid: string[];
  created_at: string;
  done_at: string | null;
}

export interface MediaRetentionRow {
  organization_id: number;
  passage_days: number;
  check_days: number;
  picture_days: number;
  clip_days: number;
  unpictured_type_ids: number[];
  minors_pictured: boolean;
  updated_at: string;
  version: number;
}

export interface UdpSettingRow {
  organization_id: number;
  enabled: boolean;
  updated_at: string;
}

export interface UdpControllerRow extends Stamps {
  organization_id: number;
  id: number;
  device_id: number;
  door_no: string;
  ip: string | null;
  port: number | null;
  status: string;
}

export interface UdpLinkRow {
  organization_id: number;
  device_id: number;
  source: string;
  last_seen_at: string | null;
  taken: number;
  forged: number;
  replayed: number;
}

export interface UdpServiceRow {
  id: number;
  node: string;
  port: number;
  heard_at: string;
  malformed: number;
  stranger: number;
  limited: number;
}

export interface DeviceTables {
  app_version: AppVersionRow;
  app_install: AppInstallRow;
  udp_setting: UdpSettingRow;
  udp_controller: UdpControllerRow;
  udp_link: UdpLinkRow;
  udp_service: UdpServiceRow;
  media: MediaRow;
  media_retention: MediaRetentionRow;
  device_type: DeviceTypeRow;
  device: DeviceRow;
  device_key: DeviceKeyRow;
  device_pairing: DevicePairingRow;
  device_beat: DeviceBeatRow;
  device_command: DeviceCommandRow;
  device_sequence: DeviceSequenceRow;
  device_day: DeviceDayRow;
  device_gap_given_up: DeviceGapGivenUpRow;
  device_event: DeviceEventRow;
  device_doc_body: DeviceDocBodyRow;
  device_doc: DeviceDocRow;
  device_doc_ack: DeviceDocAckRow;
}

/** A program of terminals. */
export interface AppVersionRow {
  id: number;
  name: string;
  platform: string;
  type_ids: number[];
  version_name: string;
  build: number;
  file_key: string;
  size: number;
  md5: string;
  sha256: string;
  signature: string;
  changelog: string;
  force: boolean;
  organization_ids: number[];
  share: number;
  status: string;
  halt_reason: string;
  maker_id: number;
  maker_name: string;
  created_at: string;
  version: number;
}

export interface AppInstallRow {
  organization_id: number;
  device_id: number;
  app_id: number;
  id: number;
  from_build: number;
  state: string;
  tries: number;
  message: string;
  offered_at: string;
  at: string;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends DeviceTables {}
}
