/** Route guards behind the sign-in. Loaded with the query cache, which the sign-in screens do not need. */
import { QueryClientProvider, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { User } from '#contract/users.ts';
import { messageOf } from '../api/error-message.ts';
import { failedWith, isOutage } from '../api/failure.ts';
import { queryClient } from '../api/query-client.ts';
import { clearTokens } from '../api/tokens.ts';
import { isHeldUp, needsTerms } from '../features/session/held-up.ts';
import { me } from '../features/session/queries.ts';
import { isAdmin, isSuperadmin } from '../features/session/role.ts';
import { signOut } from '../features/session/sign-out.ts';
import { texts } from '../features/session/texts.ts';
import { SignedIn, useMe } from '../features/session/use-me.tsx';
import { forgetWanted, wantedPath } from '../features/session/wanted-path.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { LoadingScreen } from './loading-screen.tsx';

/** Prefetches the signed-in user before the first rendering. */
export function askWhoItIs(): void {
  void queryClient.prefetchQuery(me());
}

/** On the screens before sign-in: people with a valid session are redirected to the page that they opened, else to the chat. */
export function AlreadySignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <KnownToServer>{() => <Navigate to={wantedPath() ?? paths.chat} replace />}</KnownToServer>
    </QueryClientProvider>
  );
}

/** Requires a valid session. */
export function Protected() {
  return (
    <QueryClientProvider client={queryClient}>
      <KnownToServer>
        {(user) => (
          <SignedIn user={user}>
            <PendingFirst />
          </SignedIn>
        )}
      </KnownToServer>
    </QueryClientProvider>
  );
}

export function AdminOnly() {
  return isAdmin(useMe()) ? <Outlet /> : <Navigate to={paths.login} replace />;
}

/** Other administrators are redirected to the dashboard. */
export function SuperadminOnly() {
  return isSuperadmin(useMe()) ? <Outlet /> : <Navigate to={paths.admin} replace />;
}

const TermsGate = lazy(async () => ({
  default: (await import('../features/terms/terms-gate.tsx')).TermsGate,
}));

/** Terms that are published while somebody works are met at their next call. */
const noticeTerms = () =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (failedWith(event.action.error, 'terms_required'))
      void queryClient.invalidateQueries({ queryKey: me().queryKey });
  });

/**
 * Until a new password is set, or a second factor where the role needs one, only the profile is reachable; then the page
 * that was opened before the sign-in; then the terms.
 */
function PendingFirst() {
  const user = useMe();
  const { pathname, search, hash } = useLocation();
  useEffect(noticeTerms, []);
  const isFree = !isHeldUp(user);
  const wanted = wantedPath();
  useEffect(() => {
    if (isFree) forgetWanted();
  }, [isFree]);
  if (isFree && wanted && wanted !== `${pathname}${search}${hash}`) return <Navigate to={wanted} replace />;
  if (!isFree) return pathname === paths.profile ? <Outlet /> : <Navigate to={paths.profile} replace />;
  if (!needsTerms(user)) return <Outlet />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <TermsGate />
    </Suspense>
  );
}

function KnownToServer({ children }: { children: (user: User) => ReactNode }) {
  const user = useQuery(me());
  if (user.isPending) return <LoadingScreen />;
  if (user.data === undefined) return <NoUser user={user} />;
  return children(user.data);
}

/** A refusal ends the session; an outage does not. */
function NoUser({ user }: { user: UseQueryResult<User> }) {
  const refused = !isOutage(user.error);
  useEffect(() => {
    if (refused) clearTokens('lost');
  }, [refused]);
  if (refused) return <LoadingScreen />;
  return (
    <main className="grid min-h-full place-items-center p-6">
      <Alert
        title={texts.loadFailed}
        line={messageOf(user.error, texts.loadContext)}
        onRetry={() => void user.refetch()}
        retrying={user.isFetching}
        className="w-full max-w-[520px]"
      >
        <Button size="small" variant="ghost" onClick={signOut}>
          {texts.signOut}
        </Button>
      </Alert>
    </main>
  );
}
