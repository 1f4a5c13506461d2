/** Which of the shell's own dialogs is open; one at a time, opened from anywhere (keys, buttons, list engines). */
import { useSyncExternalStore } from 'react';

export type Overlay = 'palette' | 'exports' | 'notices' | 'identity' | 'help';

let open: Overlay | undefined;
const listeners = new Set<() => void>();

/** Opens a dialog of the shell, or closes the open one with `undefined`. */
export function showOverlay(next: Overlay | undefined): void {
  if (open === next) return;
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the export centre; what an export does after its task is made. */
export function openExportCentre(): void {
  showOverlay('exports');
}

export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
