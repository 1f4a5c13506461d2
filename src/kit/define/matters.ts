/** What waits for the holder of an account, whatever unit he acts for, as it travels to the shell. */

/** A password somebody else made for one's account. */
export interface ResetNotice {
  id: number;
  at: string;
  /** Unit and name of who made it. */
  by: string;
  ip: string;
  /** AT_ONCE: it took the old one's place; WAITING: the old one is good until this one is used. */
  state: 'AT_ONCE' | 'WAITING' | 'USED' | 'VOIDED' | 'REPLACED' | 'EXPIRED';
  /** A temporary one's last moment. */
  until: string | null;
  endedAt: string | null;
  usedIp: string | null;
}

/** A unit asks whether one joins its staff. */
export interface Invitation {
  id: number;
  version: number;
  unit: string;
  unitKind: string;
  /** Who asked. */
  by: string;
  until: string;
  jobTitle: string | null;
  roles: string[];
}

export interface OwnMatters {
  resets: ResetNotice[];
  invitations: Invitation[];
}
