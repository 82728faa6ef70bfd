import type { Language } from '#contract/language.ts';
import type { User } from '#contract/users.ts';
import { failureText } from '../../../api/error-message.ts';
import { languageOptions } from '../../../lib/text/language-name.ts';
import { useTask } from '../../../lib/use-task.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { chooseLanguage } from '../../session/choose-language.ts';
import { isAdmin } from '../../session/role.ts';
import { SideSection } from '../side-section.tsx';
import { texts } from './texts.ts';

const INSTALLATION = { value: 'installation', label: texts.installation } as const;

/** The page comes anew in the language that is chosen. */
export function LanguageChoice({ user }: { user: User }) {
  const options: { value: Language | 'installation'; label: string }[] = [
    INSTALLATION,
    ...languageOptions(isAdmin(user) || user.language === 'mixed'),
  ];
  const choosing = useTask((value: Language | 'installation') =>
    chooseLanguage(value === 'installation' ? null : value),
  );
  return (
    <SideSection
      title={texts.title}
      line={texts.line}
      aside={
        <NativeSelect
          label={texts.language}
          labelHidden
          className="w-[280px] slim:w-full"
          value={user.language ?? 'installation'}
          options={options}
          disabled={choosing.busy}
          onChange={choosing.run}
        />
      }
    >
      {choosing.failure !== null && <Alert title={failureText(choosing.failure, texts.failed)} />}
    </SideSection>
  );
}
