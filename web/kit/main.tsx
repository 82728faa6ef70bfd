/** Every part of `web/src/ui` in its states. Served by `npm run dev` at /dev/kit; not part of the build. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { chooseTheme, followSystemTheme, useThemeChoice } from '../src/lib/browser/theme.ts';
import { Segmented } from '../src/ui/controls/segmented.tsx';
import { HeaderOutlet, HeaderTitle } from '../src/ui/page/header-slot.tsx';
import { Page } from '../src/ui/page/page.tsx';
import { Controls } from './controls.tsx';
import { Dialogs } from './dialogs.tsx';
import { Display } from './display.tsx';
import { PageParts } from './page-parts.tsx';
import './kit.css';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;

followSystemTheme();

function Kit() {
  const theme = useThemeChoice();
  return (
    <>
      <HeaderOutlet className="flex h-14 items-center border-b border-line px-9 phone:px-4" />
      <Page
        title="UI kit"
        line="Each part of web/src/ui, in its states."
        aside={<Segmented label="Theme" value={theme} options={themes} onChange={chooseTheme} />}
      >
        <HeaderTitle>UI kit</HeaderTitle>
        <Controls />
        <Display />
        <Dialogs />
        <PageParts />
      </Page>
    </>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Kit />
    </BrowserRouter>
  </StrictMode>,
);
