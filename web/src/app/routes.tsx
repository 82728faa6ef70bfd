/** Every path, and the guard it stands behind. */
import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router';
import { useHasTokens } from '../features/session/use-me.tsx';
import { keepWanted, wantedPath } from '../features/session/wanted-path.ts';
import { fillPath, paths } from '../lib/paths.ts';
import { LoadingScreen } from './loading-screen.tsx';
import {
  AdminOnly,
  AlreadySignedIn,
  beforeSignIn,
  fetchAhead,
  forAdmins,
  forEveryone,
  forSuperadmins,
  Layout,
  outsideGuards,
  Protected,
  redirects,
  type Screen,
  SuperadminOnly,
} from './screens.ts';

export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route element={<WithoutTokens />}>{beforeSignIn.map(routeOf)}</Route>
        {outsideGuards.map(routeOf)}
        <Route element={<WithTokens />}>
          <Route element={<Protected />}>
            <Route element={<Layout />}>
              {forEveryone.map(routeOf)}
              <Route element={<AdminOnly />}>
                {forAdmins.map(routeOf)}
                <Route element={<SuperadminOnly />}>{forSuperadmins.map(routeOf)}</Route>
                {redirects.map(({ path, to }) => (
                  <Route key={path} path={path} element={<Redirect to={to} />} />
                ))}
              </Route>
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<Navigate to={paths.login} replace />} />
      </Routes>
    </Suspense>
  );
}

function WithoutTokens() {
  const hasTokens = useHasTokens();
  useEffect(() => {
    // The moment after sign-in: the next screen is fetched while the server says who it is.
    if (hasTokens) void fetchAhead(wantedPath() ?? paths.chat);
  }, [hasTokens]);
  return hasTokens ? <AlreadySignedIn /> : <Outlet />;
}

/** A page that is opened without a sign-in comes after it; who signed out here has left it. */
function WithTokens() {
  const hasTokens = useHasTokens();
  const [wasSignedIn] = useState(hasTokens);
  const location = useLocation();
  useEffect(() => {
    if (!hasTokens && !wasSignedIn) keepWanted(location);
  }, [hasTokens, wasSignedIn, location]);
  return hasTokens ? <Outlet /> : <Navigate to={paths.login} replace />;
}

const routeOf = ({ path, Component }: Screen) => <Route key={path} path={path} element={<Component />} />;

/** From another name of a screen to its own, leaving no trace in the history. */
function Redirect({ to }: { to: string }) {
  return <Navigate to={fillPath(to, useParams())} replace />;
}
