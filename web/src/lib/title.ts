import { useEffect } from 'react';

const PRODUCT = 'Prosa';

/** Names the browser's tab: «Perfil · Prosa». */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}
