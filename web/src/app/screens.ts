/** Which screen stands at which path. Its code is fetched when it is first wanted, or a little before. */
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { fetched } from '../lib/fetched.tsx';
import { aliases, patterns } from '../lib/paths.ts';
// Before the router listens: a screen with unsaved work may hold a step back.
import '../ui/dialogs/history-gate.ts';

type Load = () => Promise<ComponentType>;
export type Screen = { path: string; fetch: () => Promise<unknown>; Component: ComponentType };

const screen = (path: string, load: Load): Screen => ({ path, ...fetched(load) });

export const beforeSignIn: Screen[] = [
  screen(patterns.login, async () => (await import('../features/auth/login-screen.tsx')).LoginScreen),
  screen(
    patterns.register,
    async () => (await import('../features/auth/register-screen.tsx')).RegisterScreen,
  ),
  screen(patterns.recover, async () => (await import('../features/auth/recover-screen.tsx')).RecoverScreen),
  screen(patterns.verifyEmail, async () => (await import('../features/auth/verify-screen.tsx')).VerifyScreen),
];

const checkScreen = async () => (await import('../features/receipts/check-screen.tsx')).CheckScreen;

/** Screens that are open with and without a sign-in. */
export const outsideGuards: Screen[] = [
  screen(patterns.receiptCheck, checkScreen),
  screen(patterns.receiptCode, checkScreen),
  screen(
    patterns.invitation,
    async () => (await import('../features/invitations/accept-screen.tsx')).AcceptScreen,
  ),
  screen(
    patterns.signOnConfirm,
    async () => (await import('../features/auth/sign-on/confirm-screen.tsx')).ConfirmScreen,
  ),
  screen(
    patterns.signOnBegin,
    async () => (await import('../features/auth/sign-on/return-screen.tsx')).BeginScreen,
  ),
  screen(
    patterns.signOnReturn,
    async () => (await import('../features/auth/sign-on/return-screen.tsx')).ReturnScreen,
  ),
];

export const forEveryone: Screen[] = [
  screen(patterns.chat, async () => (await import('../features/chat/new-chat.tsx')).NewChat),
  screen(patterns.chatSession, async () => (await import('../features/chat/chat-session.tsx')).ChatSession),
  screen(patterns.shared, async () => (await import('../features/receipts/shared-screen.tsx')).SharedScreen),
  screen(
    patterns.profile,
    async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  ),
  screen(
    patterns.subscription,
    async () => (await import('../features/subscriptions/plans/plans-screen.tsx')).PlansScreen,
  ),
  screen(
    patterns.manageSubscription,
    async () => (await import('./screens/manage-subscription.tsx')).ManageSubscription,
  ),
];

export const forAdmins: Screen[] = [
  screen(
    patterns.admin,
    async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  screen(patterns.adminUsers, async () => (await import('./screens/admin-users.tsx')).AdminUsers),
  screen(
    patterns.adminAgents,
    async () => (await import('../features/agents/list/agent-list.tsx')).AgentListScreen,
  ),
  screen(
    patterns.adminAgent,
    async () => (await import('../features/agents/page/agent-page.tsx')).AgentScreen,
  ),
  screen(
    patterns.adminDatabases,
    async () => (await import('../features/knowledge/bases/base-list.tsx')).BaseListScreen,
  ),
  screen(
    patterns.adminDatabase,
    async () => (await import('../features/knowledge/bases/base-page.tsx')).BaseScreen,
  ),
  screen(
    patterns.adminDataSources,
    async () => (await import('../features/data-sources/screens/source-list.tsx')).DataSourceListScreen,
  ),
  screen(
    patterns.adminDataSource,
    async () => (await import('../features/data-sources/screens/source-page.tsx')).DataSourceScreen,
  ),
  screen(
    patterns.adminModels,
    async () => (await import('../features/models/models-screen.tsx')).ModelsScreen,
  ),
  screen(
    patterns.adminCounters,
    async () => (await import('../features/counters/administration/counters-screen.tsx')).CountersScreen,
  ),
  screen(
    patterns.adminRequests,
    async () => (await import('../features/counters/requests/requests-screen.tsx')).RequestsScreen,
  ),
  screen(
    patterns.adminRequest,
    async () => (await import('../features/counters/requests/request-screen.tsx')).RequestScreen,
  ),
  screen(
    patterns.adminSettings,
    async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  ),
  screen(
    patterns.adminFeedback,
    async () => (await import('../features/feedback/feedback-screen.tsx')).FeedbackScreen,
  ),
];

export const forSuperadmins: Screen[] = [
  screen(
    patterns.adminPlans,
    async () => (await import('../features/plans/plans-admin-screen.tsx')).PlansAdminScreen,
  ),
  screen(
    patterns.adminConnections,
    async () => (await import('../features/connections/connections-screen.tsx')).ConnectionsScreen,
  ),
  screen(
    patterns.adminAccess,
    async () => (await import('../features/access/access-screen.tsx')).AccessScreen,
  ),
  screen(
    patterns.adminAccessProvider,
    async () => (await import('../features/access/providers/provider-screen.tsx')).ProviderScreen,
  ),
  screen(
    patterns.adminAccessTrial,
    async () => (await import('../features/access/providers/trials/trial-screen.tsx')).TrialScreen,
  ),
  screen(
    patterns.adminAlerts,
    async () => (await import('../features/alerts/alerts-screen.tsx')).AlertsScreen,
  ),
  screen(patterns.adminAudit, async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen),
];

const guards = () => import('./guards.tsx');

const isProtected = fetched(async () => (await guards()).Protected);
const alreadySignedIn = fetched(async () => (await guards()).AlreadySignedIn);
const adminOnly = fetched(async () => (await guards()).AdminOnly);
const superadminOnly = fetched(async () => (await guards()).SuperadminOnly);
const layout = fetched(async () => (await import('./shell/layout.tsx')).Layout);

export const Protected = isProtected.Component;
export const AlreadySignedIn = alreadySignedIn.Component;
export const AdminOnly = adminOnly.Component;
export const SuperadminOnly = superadminOnly.Component;
/** The frame around every screen behind the sign-in. */
export const Layout = layout.Component;

const allOf = (begun: Promise<unknown>[]) => Promise.allSettled(begun).then(() => undefined);
const fetchAt = (screens: Screen[], pathname: string) =>
  screens.filter(({ path }) => matchPath(path, pathname)).map(({ fetch }) => fetch());

/**
 * Asks who it is and fetches what will be shown at this path, all at the same time; done when the code is here.
 * A failure says nothing yet: the screen itself asks again when it is wanted.
 */
export function fetchAhead(pathname: string): Promise<void> {
  void guards().then(
    ({ askWhoItIs }) => askWhoItIs(),
    () => undefined,
  );
  const parts = [isProtected, alreadySignedIn, adminOnly, superadminOnly, layout].map(({ fetch }) => fetch());
  return allOf([...parts, ...fetchAt([...forEveryone, ...forAdmins, ...forSuperadmins], pathname)]);
}

/** The same for somebody who has yet to sign in. */
export function fetchEntrance(pathname: string): Promise<void> {
  return allOf(fetchAt([...beforeSignIn, ...outsideGuards], pathname));
}

export const redirects = Object.entries(aliases).map(([path, to]) => ({ path, to }));
