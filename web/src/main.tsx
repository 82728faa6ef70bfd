import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { apiHosts } from './api/hosts.ts';
import { hasTokens } from './api/tokens.ts';
import { Boundary } from './app/boundary.tsx';
import { AppRoutes } from './app/routes.tsx';
import { fetchAhead } from './app/screens.ts';
import { SessionWatch } from './app/session-watch.ts';
import { followSystemTheme } from './lib/theme.ts';
import './ui/tokens.css';

followSystemTheme();

void apiHosts();
if (hasTokens()) fetchAhead(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <SessionWatch />
      <Boundary>
        <AppRoutes />
      </Boundary>
    </BrowserRouter>
  </StrictMode>,
);
