import { type FormEvent, useId, useState } from 'react';
import { guardApi } from '#contract/guard.ts';
import { QUESTION_MAX } from '#contract/limits.ts';
import type { PersonalDataKind } from '#contract/personal-data.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { texts } from './texts.ts';

type Tried = { text: string; isFound: boolean };

export function GuardPreview({ kinds }: { kinds: PersonalDataKind[] }) {
  const id = useId();
  const [text, setText] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const attempt = useTask(async () => {
    const { text: marked, counts } = await call(guardApi.preview, { body: { text, kinds } });
    setTried({ text: marked, isFound: Object.keys(counts).length > 0 });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) attempt.run();
  };
  return (
    <Card title={texts.preview} line={texts.previewLine}>
      <form noValidate onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-2">
        <TextArea
          label={texts.previewText}
          rows={6}
          maxLength={QUESTION_MAX}
          value={text}
          onChange={(event) => {
            attempt.forgive();
            setText(event.target.value);
          }}
        />
        <section aria-labelledby={id} aria-live="polite" className="grid gap-1.5">
          <h3 id={id} className="text-label font-medium">
            {texts.previewResult}
          </h3>
          <div className="min-h-[162px] rounded-control bg-sunken px-3 py-2.5 wrap-anywhere whitespace-pre-wrap">
            {tried ? tried.text : <span className="text-ink-3">{texts.previewEmpty}</span>}
          </div>
          {tried && !tried.isFound && <p className="text-small text-ink-2">{texts.previewNothing}</p>}
        </section>
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <Button type="submit" disabled={!text.trim()} busy={attempt.busy}>
            {texts.previewButton}
          </Button>
          {attempt.failure !== null && <Alert title={failureText(attempt.failure, texts.previewFailed)} />}
        </div>
      </form>
    </Card>
  );
}
