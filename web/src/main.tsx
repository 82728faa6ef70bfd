import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { apiHosts } from './api/hosts.ts';
import { hasTokens } from './api/tokens.ts';
import { Boundary } from './app/boundary.tsx';
import { AppRoutes } from './app/routes.tsx';
import { fetchAhead, fetchEntrance } from './app/screens.ts';
import { SessionWatch } from './app/session-watch.ts';
import { followSystemTheme } from './lib/browser/theme.ts';
import { beginReports } from './lib/error-reporting/report-error.ts';
import './ui/tokens.css';

followSystemTheme();

void apiHosts().then(({ reports }) => beginReports(reports));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const { pathname } = window.location;
// Drawn once with everything there, rather than part by part; on a slow line something is shown meanwhile.
void Promise.race([hasTokens() ? fetchAhead(pathname) : fetchEntrance(pathname), patience()]).then(draw);

function draw(): void {
  createRoot(root as HTMLElement).render(
    <StrictMode>
      <BrowserRouter>
        <SessionWatch />
        <Boundary>
          <AppRoutes />
        </Boundary>
      </BrowserRouter>
    </StrictMode>,
  );
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250));
}
