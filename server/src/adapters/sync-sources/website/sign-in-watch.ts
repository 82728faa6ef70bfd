/** Notices a site that shows a form to sign in, or one and the same page, instead of its content. */
import { AppError } from '../../../app-error.ts';
import type { PageHead } from './read-page.ts';

export type SignInWatch = {
  /** Throws `sync_not_a_listing` where the first page, or most pages, are no content. */
  isSignIn(page: PageHead, place: { isFirst: boolean }): boolean;
};

/** With fewer pages nothing is concluded from how many of them are alike. */
const PAGES_MIN = 10;
const SHARE_MAX = 0.5;

export function openSignInWatch(): SignInWatch {
  let pages = 0;
  let sign_ins = 0;
  const alike = new Map<string, number>();
  return {
    isSignIn({ is_sign_in, words }, { isFirst }) {
      pages += 1;
      if (is_sign_in) sign_ins += 1;
      const same = (alike.get(words) ?? 0) + 1;
      alike.set(words, same);
      const isMost = pages >= PAGES_MIN && Math.max(sign_ins, same) > pages * SHARE_MAX;
      if ((is_sign_in && isFirst) || isMost) throw new AppError('sync_not_a_listing');
      return is_sign_in;
    },
  };
}
