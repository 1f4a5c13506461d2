/** The shell's own dialogs, fetched when first opened. */
import { lazy, Suspense } from 'react';
import { loadChunk } from '../errors/chunk-reload.ts';
import type { MenuItem } from './menus.ts';
import { showOverlay, useOverlay } from './overlays.ts';

const Palette = lazy(() => loadChunk(() => import('./palette.tsx')));
const ExportCentre = lazy(() => loadChunk(() => import('./export-centre.tsx')));
const Notices = lazy(() => loadChunk(() => import('./notices.tsx')));
const IdentityDialog = lazy(() => loadChunk(() => import('./identity-dialog.tsx')));
const Help = lazy(() => loadChunk(() => import('./help.tsx')));

const close = () => showOverlay(undefined);

export function Dialogs({ menus }: { menus: readonly MenuItem[] }) {
  const open = useOverlay();
  return (
    <Suspense fallback={null}>
      {open === 'palette' ? <Palette menus={menus} onClose={close} /> : null}
      {open === 'exports' ? <ExportCentre onClose={close} /> : null}
      {open === 'notices' ? <Notices onClose={close} /> : null}
      {open === 'identity' ? <IdentityDialog onClose={close} /> : null}
      {open === 'help' ? <Help onClose={close} /> : null}
    </Suspense>
  );
}
