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

/** The path at which it became known that the line may be shown. */
let knownAt: string | undefined;

/** Whether the line was put away is known before it is shown, so that it pushes nothing down later. */
export async function knownLine(): Promise<typeof MixedLanguageLine> {
  await queryClient.prefetchQuery(dismissals());
  knownAt = location.pathname;
  return MixedLanguageLine;
}

type MixedLanguageLineProps = {
  place: string;
  /** The screen below is in sight: what comes now comes late. */
  areKnown: boolean;
  onDismiss: () => void;
};

function MixedLanguageLine({ place, areKnown, onDismiss }: MixedLanguageLineProps) {
  const client = useQueryClient();
  const known = useQuery(dismissals());
  // Where the screen did not wait for the line, it is not pushed down either: the next one begins with it.
  const [lateAt, setLateAt] = useState(areKnown ? knownAt : undefined);
  if (lateAt && lateAt !== place) setLateAt(undefined);
  const [isGone, setGone] = useState(false);
  const choosing = useTask(() => chooseLanguage('pt-BR'));
  const isHere = place === patterns.admin || WITH_ENGLISH.some((path) => place.startsWith(path));
  if (!isHere || isGone || lateAt === place || !known.data || known.data.some(({ key }) => key === KEY))
    return null;
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
