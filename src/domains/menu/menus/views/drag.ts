/** What is dragged over the week: a dish of the list, or items of cells. */
import type { DragEvent } from 'react';
import type { ItemRef } from '../grid-state.ts';

const type = 'application/x-menu';

export type Dragged = { dishId: number } | { items: ItemRef[] };

export function dragDish(event: DragEvent, dishId: number): void {
  event.dataTransfer.setData(type, JSON.stringify({ dishId }));
  event.dataTransfer.effectAllowed = 'copy';
}

export function dragItems(event: DragEvent, items: readonly ItemRef[]): void {
  event.dataTransfer.setData(type, JSON.stringify({ items }));
  event.dataTransfer.effectAllowed = 'copyMove';
}

export const carries = (event: DragEvent): boolean => event.dataTransfer.types.includes(type);

export function dropped(event: DragEvent): Dragged | undefined {
  const text = event.dataTransfer.getData(type);
  return text ? (JSON.parse(text) as Dragged) : undefined;
}
