/** A figure of a batch of this domain, in large digits. */
import type { ReactNode } from 'react';
import { Figure as KitFigure } from '../../../kit/console/batch/figures.tsx';

export const Figure = (props: { label: string; unit: string; children: ReactNode }) => (
  <KitFigure className="cn-figure" {...props} />
);
