/** Whoever signs requests of diners: an app by itself, to bind somebody, or for a person bound in it. */
import type { Services } from '../../../kit/server/context.ts';
import { deviceKey, type Signer } from '../../device/public.server.ts';

export interface KnownApp extends Signer {
  organizationId: number;
  id: number;
  name: string;
}

/** Somebody who acts for himself, through an app or at a terminal. Nothing is read or written for anybody else in his name. */
export interface Self {
  organizationId: number;
  personId: number;
  personName: string;
}

/** A person bound in an app. */
export interface KnownDiner extends Signer, Self {
  bindingId: number;
}

type Parts = Pick<Services, 'pool' | 'vault'>;

type Stored<S extends Signer> = Omit<S, 'key'> & { secret: string };
const opened = <S extends Signer>({ vault }: Parts, row: Stored<S> | undefined): S | undefined => {
  if (!row) return undefined;
  const { secret, ...known } = row;
  return { ...known, key: deviceKey(vault.open(secret)) } as unknown as S;
};

/** The app, unless it or its unit is stopped. */
export async function appOf(parts: Parts, id: number): Promise<KnownApp | undefined> {
  const { rows } = await parts.pool.query<Stored<KnownApp>>(
    `select /* wall: found by the number of the app, whose key signs */ a.organization_id as "organizationId", a.id, a.name,
       a.epoch, a.secret
     from diner_app a join organization o on o.id = a.organization_id and o.status <> 'DISABLED'
     where a.id = $1 and a.status = 'NORMAL' and a.secret <> ''`,
    [id],
  );
  return opened<KnownApp>(parts, rows[0]);
}

/** The person bound under this number, unless unbound, or the app or the unit is stopped. */
export async function dinerOf(parts: Parts, bindingId: number): Promise<KnownDiner | undefined> {
  const { rows } = await parts.pool.query<Stored<KnownDiner>>(
    `select /* wall: found by the number of the binding, whose app's key signs */ b.organization_id as "organizationId",
       b.id as "bindingId", b.person_id as "personId", p.name as "personName", a.epoch, a.secret
     from person_binding b
     join diner_app a on a.organization_id = b.organization_id and a.id = b.app_id and a.status = 'NORMAL'
     join organization o on o.id = b.organization_id and o.status <> 'DISABLED'
     join person p on p.organization_id = b.organization_id and p.id = b.person_id
     where b.id = $1 and b.kind = 'APP' and b.status = 'BOUND'`,
    [bindingId],
  );
  return opened<KnownDiner>(parts, rows[0]);
}
