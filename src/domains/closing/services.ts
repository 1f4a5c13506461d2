/** What other domains hang into the month close: steps of their own, each with its evidence. */
import type { Db, Services } from '../../kit/server/context.ts';
import type { StepEvidence, StepWeight } from './closing-state.ts';

export interface MonthBooks {
  services: Services;
  organizationId: number;
  /** Sees all of the organization. */
  db: Db;
  /** First and last business day of the month. */
  from: string;
  to: string;
}

export interface CloseStep {
  /** Stable; notes are kept by it. */
  key: string;
  title: string;
  weight: StepWeight;
  /** Smaller first; the product's own stand at 10, 20, … */
  order: number;
  check(books: MonthBooks): Promise<Pick<StepEvidence, 'ok' | 'figure' | 'path' | 'query'>>;
}

export interface MonthClose {
  /** A domain says when it starts what must be done before a month is closed. */
  registerStep(step: CloseStep): void;
  steps(): readonly CloseStep[];
}

declare module '../../kit/server/context.ts' {
  interface Services {
    monthClose: MonthClose;
  }
}

/** With no steps yet. */
export function createMonthClose(): MonthClose {
  const steps: CloseStep[] = [];
  return {
    registerStep(step) {
      if (steps.some((s) => s.key === step.key)) throw new Error(`close step given twice: ${step.key}`);
      steps.push(step);
      steps.sort((a, b) => a.order - b.order);
    },
    steps: () => steps,
  };
}
