/** The shell's own dialogs, fetched when first opened; the palette, into which one types at once, is there. */
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { describeError } from '../errors/boundary.tsx';
import { loadChunk } from '../errors/chunk-reload.ts';
import { feedback } from './feedback.tsx';
import type { MenuItem } from './menus.ts';
import { showOverlay, useOverlay } from './overlays.ts';
import { Palette } from './palette.tsx';

const ExportCentre = lazy(() => loadChunk(() => import('./export-centre.tsx')));
const Notices = lazy(() => loadChunk(() => import('./notices.tsx')));
const IdentityDialog = lazy(() => loadChunk(() => import('./identity-dialog.tsx')));
const Help = lazy(() => loadChunk(() => import('./help.tsx')));

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
