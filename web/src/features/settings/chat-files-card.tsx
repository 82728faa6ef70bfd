/** How long files of conversations are kept, and how much of them one person may have. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FILES_DAYS_MAX, PERSON_FILES_BYTES } from '#contract/limits.ts';
import { type ChatFilesSettings, sessionFilesApi } from '#contract/session-files.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { StoredCard } from './stored-card.tsx';
import { texts as all } from './texts.ts';

const texts = all.chatFiles;

const MEGABYTE = 1024 * 1024;

const chatFiles = () =>
  queryOptions({
    queryKey: ['settings', 'chat-files'] as const,
    queryFn: ({ signal }) => call(sessionFilesApi.settings, {}, { signal }),
  });

export function ChatFilesCard({ mayChange }: { mayChange: boolean }) {
  return (
    <StoredCard found={useQuery(chatFiles())} texts={texts}>
      {(stored) => <ChatFilesForm key={JSON.stringify(stored)} stored={stored} mayChange={mayChange} />}
    </StoredCard>
  );
}

function ChatFilesForm({ stored, mayChange }: { stored: ChatFilesSettings; mayChange: boolean }) {
  const client = useQueryClient();
  const [days, setDays] = useState(stored.days === null ? '' : String(stored.days));
  const [megabytes, setMegabytes] = useState(String(Math.floor(stored.per_person_bytes / MEGABYTE)));
  const isDays = days === '' || within(days, 1, FILES_DAYS_MAX);
  const isSize = within(megabytes, PERSON_FILES_BYTES.min / MEGABYTE, PERSON_FILES_BYTES.max / MEGABYTE);
  const saving = useTask(async () => {
    const body = {
      days: days === '' ? null : Number(days),
      per_person_bytes: Number(megabytes) * MEGABYTE,
    };
    client.setQueryData(chatFiles().queryKey, await call(sessionFilesApi.updateSettings, { body }));
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isDays && isSize) saving.run();
      }}
      className="grid gap-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={texts.days}
          hint={texts.daysHint}
          inputMode="numeric"
          readOnly={!mayChange}
          value={days}
          error={isDays ? null : texts.daysWrong}
          onChange={(event) => setDays(event.target.value.trim())}
        />
        <Field
          label={texts.megabytes}
          inputMode="numeric"
          readOnly={!mayChange}
          value={megabytes}
          error={isSize ? null : texts.megabytesWrong}
          onChange={(event) => setMegabytes(event.target.value.trim())}
        />
      </div>
      {saving.failure !== null && <Alert title={failureText(saving.failure, texts.saveFailed)} />}
      {mayChange && (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={saving.busy} className="slim:w-full">
            {texts.save}
          </Button>
        </div>
      )}
    </form>
  );
}

const within = (typed: string, least: number, most: number): boolean =>
  /^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
