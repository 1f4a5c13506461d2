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
}

export interface DeviceSequenceRow {
  organization_id: number;
  device_id: number;
  epoch: number;
  /** A PostgreSQL int8multirange literal: `{[1,5),[7,9)}`. */
  seen: string;
  last_seq: number;
}

export interface DeviceTables {
  device_type: DeviceTypeRow;
  device: DeviceRow;
  device_key: DeviceKeyRow;
  device_pairing: DevicePairingRow;
  device_beat: DeviceBeatRow;
  device_command: DeviceCommandRow;
  device_sequence: DeviceSequenceRow;
}

declare module '../../kit/server/query/tables.ts' {
  interface Tables extends DeviceTables {}
}
