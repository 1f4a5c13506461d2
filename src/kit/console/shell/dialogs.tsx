/** The shell's own dialogs, fetched when first opened. */
import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { describeError } from '../errors/boundary.tsx';
import { loadChunk } from '../errors/chunk-reload.ts';
import { feedback } from './feedback.tsx';
import type { MenuItem } from './menus.ts';
import { showOverlay, useOverlay } from './overlays.ts';

const fetchPalette = () => loadChunk(() => import('./palette.tsx'));
const Palette = lazy(fetchPalette);
const ExportCentre = lazy(() => loadChunk(() => import('./export-centre.tsx')));
const Notices = lazy(() => loadChunk(() => import('./notices.tsx')));
const IdentityDialog = lazy(() => loadChunk(() => import('./identity-dialog.tsx')));
const Help = lazy(() => loadChunk(() => import('./help.tsx')));

const paletteAfterMs = 2000;
const close = () => showOverlay(undefined);

/** A dialog that cannot be shown says why and closes; the pages stay. */
class DialogBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    feedback().message.error(describeError(error).message);
    close();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

export function Dialogs({ menus }: { menus: readonly MenuItem[] }) {
  const open = useOverlay();
  // Whoever presses Ctrl+K types on at once: the palette must be there by then.
  useEffect(() => {
    const timer = setTimeout(() => void fetchPalette().catch(() => undefined), paletteAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <DialogBoundary key={open ?? 'none'}>
      <Suspense fallback={null}>
        {open === 'palette' ? <Palette menus={menus} onClose={close} /> : null}
        {open === 'exports' ? <ExportCentre onClose={close} /> : null}
        {open === 'notices' ? <Notices onClose={close} /> : null}
        {open === 'identity' ? <IdentityDialog onClose={close} /> : null}
        {open === 'help' ? <Help onClose={close} /> : null}
      </Suspense>
    </DialogBoundary>
  );
}
