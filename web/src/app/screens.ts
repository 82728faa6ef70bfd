/** Which screen stands at which path. Its code is fetched when it is first wanted, or a little before. */
import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router';
import { aliases, patterns } from '../lib/paths.ts';
// Before the router listens: a screen with unsaved work may hold a step back.
import '../ui/history-gate.ts';

type Load = () => Promise<ComponentType>;
export type Screen = { path: string; load: Load; Component: ComponentType };

const screen = (path: string, load: Load): Screen => ({
  path,
  load,
  Component: lazy(async () => ({ default: await load() })),
});

const later = () => import('./screens/later.tsx');

export const beforeSignIn: Screen[] = [
  screen(patterns.login, async () => (await import('../features/auth/login-screen.tsx')).LoginScreen),
  screen(
    patterns.register,
    async () => (await import('../features/auth/register-screen.tsx')).RegisterScreen,
  ),
  screen(patterns.recover, async () => (await import('../features/auth/recover-screen.tsx')).RecoverScreen),
  screen(patterns.verifyEmail, async () => (await import('../features/auth/verify-screen.tsx')).VerifyScreen),
];

export const forEveryone: Screen[] = [
  screen(patterns.chat, async () => (await import('../features/chat/new-chat.tsx')).NewChat),
  screen(patterns.chatSession, async () => (await import('../features/chat/chat-session.tsx')).ChatSession),
  screen(
    patterns.profile,
    async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  ),
  screen(patterns.subscription, async () => (await later()).SubscriptionLater),
  screen(patterns.manageSubscription, async () => (await later()).ManageSubscriptionLater),
];

export const forAdmins: Screen[] = [
  screen(
    patterns.admin,
    async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  screen(patterns.adminUsers, async () => (await later()).UsersLater),
  screen(
    patterns.adminAgents,
    async () => (await import('../features/agents/agent-list.tsx')).AgentListScreen,
  ),
  screen(patterns.adminAgent, async () => (await import('../features/agents/agent-page.tsx')).AgentScreen),
  screen(patterns.adminDatabases, async () => (await later()).DatabasesLater),
  screen(patterns.adminDatabase, async () => (await later()).DatabasesLater),
  screen(patterns.adminDataSources, async () => (await later()).DataSourcesLater),
  screen(patterns.adminDataSource, async () => (await later()).DataSourcesLater),
  screen(patterns.adminSettings, async () => (await import('./screens/admin-settings.tsx')).AdminSettings),
];

const guards = () => import('./guards.tsx');
const layout = () => import('./shell/layout.tsx');

export const Protected = lazy(async () => ({ default: (await guards()).Protected }));
export const AlreadySignedIn = lazy(async () => ({ default: (await guards()).AlreadySignedIn }));
export const AdminOnly = lazy(async () => ({ default: (await guards()).AdminOnly }));
/** The frame around every screen behind the sign-in. */
export const Layout = lazy(async () => ({ default: (await layout()).Layout }));

/** Asks who it is and fetches what will be shown at this path, all at the same time. */
export function fetchAhead(pathname: string): void {
  const wanted = [...forEveryone, ...forAdmins].find(({ path }) => matchPath(path, pathname));
  const asked = guards().then(({ askWhoItIs }) => askWhoItIs());
  // A failure here says nothing yet: the screen itself asks again when it is wanted.
  for (const begun of [asked, layout(), wanted?.load()]) begun?.catch(() => undefined);
}

export const redirects = Object.entries(aliases).map(([path, to]) => ({ path, to }));
