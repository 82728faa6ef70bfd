/** The language of everybody who has not chosen their own. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type InterfaceSettings, interfaceApi } from '#contract/interface.ts';
import type { Language } from '#contract/language.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { loadAnew } from '../../../lib/browser/language.ts';
import { languageOptions } from '../../../lib/text/language-name.ts';
import { useTask } from '../../../lib/use-task.ts';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { useMe } from '../../session/use-me.tsx';
import { interfaceSettings } from '../interface-settings.ts';
import { StoredCard } from '../stored-card.tsx';
import { texts } from './texts.ts';

export function LanguageCard({ mayChange }: { mayChange: boolean }) {
  return (
    <StoredCard found={useQuery(interfaceSettings())} texts={texts}>
      {(stored) => <LanguageForm stored={stored} mayChange={mayChange} />}
    </StoredCard>
  );
}

function LanguageForm({ stored, mayChange }: { stored: InterfaceSettings; mayChange: boolean }) {
  const client = useQueryClient();
  const { language: own } = useMe();
  const saving = useTask(async (language: Language) => {
    client.setQueryData(
      interfaceSettings().queryKey,
      await call(interfaceApi.change, { body: { language } }),
    );
    // This page shows it too, unless the person has a language of their own.
    if (!own && language !== __LANGUAGE__) await loadAnew();
  });
  return (
    <div className="grid gap-3 sm:max-w-[320px]">
      <NativeSelect
        label={texts.language}
        value={stored.language}
        options={languageOptions(true)}
        disabled={!mayChange || stored.language_is_fixed || saving.busy}
        onChange={saving.run}
      />
      {stored.language_is_fixed && <p className="text-small text-ink-2">{texts.fixed}</p>}
      {saving.failure !== null && <Alert title={failureText(saving.failure, texts.saveFailed)} />}
    </div>
  );
}
