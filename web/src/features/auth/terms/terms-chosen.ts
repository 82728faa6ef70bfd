import { lazy } from 'react';
import type { TermsChosen } from './terms-choice.tsx';

/** Loaded after the form: most installations publish no terms. */
export const TermsChoice = lazy(async () => ({
  default: (await import('./terms-choice.tsx')).TermsChoice,
}));

export const NO_TERMS: TermsChosen = { ids: [], isMissing: false };
