/** What the samples domain puts into the services. */
import type { CaseOfSample } from './desk/keep.ts';

declare module '../../kit/server/context.ts' {
  interface Services {
    /** The open case a sample belongs to; filled by the domain that keeps cases. */
    caseOfSample?: CaseOfSample;
  }
}
