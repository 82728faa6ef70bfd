import type { Language } from '#contract/language.ts';
import { privacyApi } from '#contract/privacy.ts';
import { call } from '../../api/client.ts';
import { keepLanguage, loadAnew } from '../../lib/browser/language.ts';

/** Null: that of the installation. The page comes anew, in the language; it stays open where the choice is not kept. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  await call(privacyApi.correct, { body: { language } });
  keepLanguage(language);
  await loadAnew();
}
