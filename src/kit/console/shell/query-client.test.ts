import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { dropPages, queryClient } from './query-client.ts';

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

test('what a closed page has read is let go of when it goes, also of the page that still shows', () => {
  vi.useFakeTimers();
  const queryKey = ['page', '/admin/organization/user', 'query', {}];
  queryClient.setQueryData(queryKey, { rows: [] });
  const stop = new QueryObserver(queryClient, { queryKey, enabled: false }).subscribe(() => undefined);
  dropPages(['/admin/organization/user'], ['/admin/organization/home', '/admin/organization/type']);
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
  stop();
  vi.advanceTimersByTime(1);
  // Nothing waits with the rows in its hand.
  expect(vi.getTimerCount()).toBe(0);
});
