/** A link may open the form of the screen that it leads to: a button that promises to create something opens what creates it. */
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** State of such a link. */
export const OPENS_FORM = { opensForm: true } as const;

/** Once: the state is taken out of the history, so that neither a reload nor the way back opens the form again. */
export function useOpenedByLink(): boolean {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const asks = (state as { opensForm?: unknown } | null)?.opensForm === true;
  const [asked] = useState(asks);
  useEffect(() => {
    if (asks) void navigate(pathname + search, { replace: true, state: null });
  }, [asks, pathname, search, navigate]);
  return asked;
}
