/** On screens of the administration that are partly in English: one step makes them Portuguese, for the person. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../api/error-message.ts';
import { queryClient } from '../../../api/query-client.ts';
import { dismiss, dismissals } from '../../../features/conversation/dismissals.ts';
import { chooseLanguage } from '../../../features/session/choose-language.ts';
import { patterns } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { NoticeLine, noticeLinkLook } from '../../../ui/page/notice-line.tsx';
import { texts as all } from './texts.ts';

/** Said in the mixed screens alone. */
const texts = {
  dismiss: all.dismiss,
  partlyEnglish: 'Parte desta tela está em inglês.',
  allPortuguese: 'Ler tudo em português',
  languageFailed: 'Falha ao mudar o idioma',
} as const;

const KEY = 'mixed_language';

const WITH_ENGLISH = [
  patterns.adminAgents,
  patterns.adminDatabases,
  patterns.adminDataSources,
  patterns.adminSettings,
];

/** Whether the line was put away is known before it is shown, so that it pushes nothing down later. */
export async function knownLine(): Promise<typeof MixedLanguageLine> {
  await queryClient.prefetchQuery(dismissals());
  return MixedLanguageLine;
}

function MixedLanguageLine({ place, onDismiss }: { place: string; onDismiss: () => void }) {
  const client = useQueryClient();
  const known = useQuery(dismissals());
  const [isGone, setGone] = useState(false);
  const choosing = useTask(() => chooseLanguage('pt-BR'));
  const isHere = place === patterns.admin || WITH_ENGLISH.some((path) => place.startsWith(path));
  if (!isHere || isGone || !known.data || known.data.some(({ key }) => key === KEY)) return null;
  return (
    <NoticeLine
      tone="info"
      dismissLabel={texts.dismiss}
      onDismiss={() => {
        setGone(true);
        void dismiss(client, KEY);
        onDismiss();
      }}
      action={
        <button type="button" className={noticeLinkLook} onClick={() => choosing.run()}>
          {texts.allPortuguese}
        </button>
      }
    >
      {choosing.failure === null ? texts.partlyEnglish : failureText(choosing.failure, texts.languageFailed)}
    </NoticeLine>
  );
}
