/** Keys of the shell: Ctrl+K opens the palette, ? the help. Pages bring their own. */
import { useEffect } from 'react';
import { showOverlay } from './overlays.ts';

/** Is text being typed at this place? */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

const clears = '.ant-select-clear, .ant-picker-clear, .ant-input-clear-icon';

/** Tab goes from input to input: what clears one is for the mouse; by keyboard a choice is cleared with Delete. */
function passClears(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  for (const button of document.querySelectorAll<HTMLElement>(clears)) button.tabIndex = -1;
}

/** Tab in an open choice goes on to the next input; the widget would hold it and take, or undo, the marked option. */
function leaveChoice(event: KeyboardEvent): void {
  const input = event.target;
  if (event.key !== 'Tab' || !(input instanceof Element) || !input.closest('.ant-select-open')) return;
  event.stopPropagation();
  // It closes by itself where the focus leaves it.
  setTimeout(() => {
    if (input.closest('.ant-select-open'))
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true }));
  }, 50);
}

export function useShortcuts(): void {
  useEffect(() => {
    window.addEventListener('keydown', passClears, true);
    window.addEventListener('keydown', leaveChoice, true);
    return () => {
      window.removeEventListener('keydown', passClears, true);
      window.removeEventListener('keydown', leaveChoice, true);
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        showOverlay('palette');
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
        event.preventDefault();
        showOverlay('help');
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
