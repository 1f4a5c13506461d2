/**
 * The domains of the product, lowest first: they are built in this order, and a domain leans only on those before it. The
 * check holds every import to it; why each stands where it does is said in ARCHITECTURE.md.
 */
import type { Domain } from '../kit/server/domain.ts';
import { alerts } from './alerts/domain.ts';
import { billing } from './billing/domain.ts';
import { clearing } from './clearing/domain.ts';
import { closing } from './closing/domain.ts';
import { consumption } from './consumption/domain.ts';
import { control } from './control/domain.ts';
import { device } from './device/domain.ts';
import { display } from './display/domain.ts';
import { funding } from './funding/domain.ts';
import { gate } from './gate/domain.ts';
import { headcount } from './headcount/domain.ts';
import { identity } from './identity/domain.ts';
import { kitchen } from './kitchen/domain.ts';
import { market } from './market/domain.ts';
import { menu } from './menu/domain.ts';
import { ops } from './ops/domain.ts';
import { ordering } from './ordering/domain.ts';
import { people } from './people/domain.ts';
import { promotion } from './promotion/domain.ts';
import { purchase } from './purchase/domain.ts';
import { samples } from './samples/domain.ts';
import { settlement } from './settlement/domain.ts';
import { shell } from './shell/domain.ts';
import { stock } from './stock/domain.ts';
import { subsidy } from './subsidy/domain.ts';
import { tenancy } from './tenancy/domain.ts';
import { trace } from './trace/domain.ts';
import { wallet } from './wallet/domain.ts';

export const domains: readonly Domain[] = [
  shell,
  wallet,
  people,
  identity,
  tenancy,
  alerts,
  device,
  funding,
  subsidy,
  consumption,
  stock,
  menu,
  headcount,
  ordering,
  purchase,
  gate,
  kitchen,
  samples,
  control,
  display,
  trace,
  closing,
  promotion,
  settlement,
  billing,
  market,
  clearing,
  ops,
];
