/** Who is signed in and what they may do, as the admin-info call answers it. */
import { createContext, useContext } from 'react';
import type { Looks } from '../../define/looks.ts';
import type { UnitType } from '../../define/page.ts';

export interface Menu {
  id: number | string;
  name: string;
  url: string | null;
  /** Only NORMAL is shown. */
  status: string;
  iconCls: string | null;
  /** Said above the pages behind it. */
  warning?: string;
  children?: Menu[] | null;
}

export interface AdminInfo {
  id: number;
  name: string;
  account: string;
  /** Absent for the super administrator; `belong.type` wins when present. */
  type?: UnitType | null;
  avatar?: string | null;
  /** The owning unit. */
  belong?: { id: number; type: UnitType; name: string } | null;
  menus: Menu[];
  /** Path of the home page. */
  home: string;
  /** `path#verb` for everything allowed; `*` for the super administrator. */
  grants: string[];
  /** The scope holds more than one organization: lists tell them apart. */
  wide?: boolean;
  /** The password must be changed before anything else. */
  mustChangePassword?: boolean;
  looks?: Looks;
  /** Passwords others made for the account, and invitations, that wait for its holder. */
  matters?: number;
}

/** Account type: the owner unit's when there is one; undefined for the super administrator. */
export function accountType(admin: Pick<AdminInfo, 'type' | 'belong'>): UnitType | undefined {
  return admin.belong?.type ?? admin.type ?? undefined;
}

/** Text that differs between any two identities; owner of tabs and kept page state. */
export function identityStamp(admin: Pick<AdminInfo, 'id' | 'type' | 'belong'>): string {
  return `${admin.id}:${accountType(admin) ?? 'SUPER'}:${admin.belong?.id ?? 0}`;
}

export const AdminContext = createContext<AdminInfo | undefined>(undefined);

/** The signed-in administrator; only inside the shell. */
export function useAdmin(): AdminInfo {
  const admin = useContext(AdminContext);
  if (!admin) throw new Error('useAdmin outside the shell');
  return admin;
}
