/** Entry of the pages that need no session: phones and walls. */
import { createRoot } from 'react-dom/client';
import { keepScreen } from './kit/console/open/keep-screen.ts';
import { OpenScreen } from './kit/console/open/open-screen.tsx';
import './kit/console/open/open.css';

const root = document.getElementById('root');
if (!root) throw new Error('open.html has no #root');
createRoot(root).render(<OpenScreen />);
// A wall goes on without its worker.
keepScreen().catch(() => undefined);
