/**
 * Remembers that a person left this tab to pay. The provider leads back to the chat, which would otherwise look unchanged:
 * a banner says there once what was bought. Kept for as long as the tab; where the browser keeps nothing, there is none.
 */
import { useState } from 'react';
import { TAB_KEYS } from '../../lib/browser/storage.ts';

const KEY = TAB_KEYS.checkout;

export function rememberCheckout(): void {
  try {
    sessionStorage.setItem(KEY, 'begun');
  } catch {
    // Paying goes on all the same.
  }
}

function isRemembered(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function forgetCheckout(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}

/** Whether somebody went to pay from here, and how to let that be. */
export function useBegunCheckout(): [boolean, () => void] {
  const [isBegun, setBegun] = useState(isRemembered);
  const forget = () => {
    forgetCheckout();
    setBegun(false);
  };
  return [isBegun, forget];
}
