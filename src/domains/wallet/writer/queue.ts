/**
 * What waits, and which of it may go next: one organization per batch, one request per person in flight (so order and
 * no-overdraft hold by construction), no key twice. What may not go yet keeps its place.
 */
import type { Item } from './item.ts';

export interface Queue {
  readonly length: number;
  push(item: Item): void;
  /** Up to `max` items of the oldest startable item's organization; they count as in flight until `done`. */
  gather(max: number): Item[];
  done(items: readonly Item[]): void;
}

/** Several queues can share what is in flight (the swipes' and the batches'). */
export interface InFlight {
  persons: Set<number>;
  keys: Set<string>;
}

export function inFlight(): InFlight {
  return { persons: new Set(), keys: new Set() };
}

function keyOf(item: Item): string {
  return `${item.request.organizationId}/${item.request.requestKey}`;
}

export function queue(flying: InFlight): Queue {
  let waiting: Item[] = [];
  return {
    get length() {
      return waiting.length;
    },
    push: (item) => {
      waiting.push(item);
    },
    gather: (max) => {
      const batch: Item[] = [];
      const rest: Item[] = [];
      // A person whose earlier request was passed over must not be overtaken by a later one.
      const passed = new Set<number>();
      let organizationId = -1;
      for (const [i, item] of waiting.entries()) {
        if (batch.length >= max) {
          rest.push(...waiting.slice(i));
          break;
        }
        const { personId } = item.request;
        const key = keyOf(item);
        const other = organizationId !== -1 && item.request.organizationId !== organizationId;
        const busy = personId !== 0 && (flying.persons.has(personId) || passed.has(personId));
        if (other || busy || flying.keys.has(key)) {
          passed.add(personId);
          rest.push(item);
          continue;
        }
        organizationId = item.request.organizationId;
        flying.persons.add(personId);
        flying.keys.add(key);
        batch.push(item);
      }
      waiting = rest;
      return batch;
    },
    done: (items) => {
      for (const item of items) {
        flying.persons.delete(item.request.personId);
        flying.keys.delete(keyOf(item));
      }
    },
  };
}
