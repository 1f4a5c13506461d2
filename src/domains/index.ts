/** The domains of the product, in the order they are built: a domain comes after those it leans on. */
import type { Domain } from '../kit/server/domain.ts';
import { closing } from './closing/domain.ts';
import { consumption } from './consumption/domain.ts';
import { device } from './device/domain.ts';
import { funding } from './funding/domain.ts';
import { identity } from './identity/domain.ts';
import { ops } from './ops/domain.ts';
import { people } from './people/domain.ts';
import { subsidy } from './subsidy/domain.ts';
import { tenancy } from './tenancy/domain.ts';
import { wallet } from './wallet/domain.ts';

export const domains: readonly Domain[] = [
  tenancy,
  identity,
  people,
  wallet,
  device,
  consumption,
  funding,
  subsidy,
  closing,
  ops,
];
