/** The language of the screens in the menu of the corner, where people look for it; the profile has the choice too. */
import { Languages } from 'lucide-react';
import type { Language } from '#contract/language.ts';
import type { User } from '#contract/users.ts';
import { failureText } from '../../../api/error-message.ts';
import { languageOptions } from '../../../lib/text/language-name.ts';
import { useTask } from '../../../lib/use-task.ts';
import { MenuChoice } from '../../../ui/dialogs/menu.tsx';
import { chooseLanguage } from '../../session/choose-language.ts';
import { isAdmin } from '../../session/role.ts';
import { texts } from './texts.ts';

/** The page comes anew in the language that is chosen. */
export function LanguageInMenu({ user }: { user: User }) {
  const choosing = useTask((language: Language) => chooseLanguage(language));
  const options = languageOptions(isAdmin(user) || user.language === 'mixed').map((option) => ({
    ...option,
    icon: <Languages />,
  }));
  // People who do not administer read the mixed screens in Portuguese.
  const shown = options.some(({ value }) => value === __LANGUAGE__) ? __LANGUAGE__ : 'pt-BR';
  return (
    <>
      <MenuChoice
        label={texts.language}
        value={shown}
        options={options}
        onChange={(language) => language !== shown && choosing.run(language)}
      />
      {choosing.failure !== null && (
        <p role="alert" className="px-2.5 py-1 text-small text-danger">
          {failureText(choosing.failure, texts.failed)}
        </p>
      )}
    </>
  );
}
