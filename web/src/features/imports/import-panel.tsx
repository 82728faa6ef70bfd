/** Importing people from a sheet: choose, look at what it changes, apply. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AppliedImport, importsApi, type UserImport } from '#contract/imports.ts';
import { call } from '../../api/client.ts';
import { failureText } from '../../api/error-message.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';
import { afterMove } from '../groups/queries.ts';
import { INVITATIONS } from '../invitations/queries.ts';
import { FileStep } from './file-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { texts } from './texts.ts';

export function ImportPanel() {
  const cache = useQueryClient();
  const [preview, setPreview] = useState<UserImport | null>(null);
  const [applied, setApplied] = useState<AppliedImport | null>(null);
  const again = () => {
    setPreview(null);
    setApplied(null);
  };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header>
        <h2 className="text-title">{texts.title}</h2>
        <p className="mt-1 text-small text-ink-2">{texts.line}</p>
      </header>
      {!preview && <FileStep onRead={setPreview} />}
      {preview && !applied && (
        <PreviewStep
          key={preview.id}
          preview={preview}
          onAgain={() => {
            void call(importsApi.discard, { params: { id: preview.id } }).catch(() => undefined);
            again();
          }}
          onApplied={(figures) => {
            setApplied(figures);
            void afterMove(cache);
            void cache.invalidateQueries({ queryKey: INVITATIONS });
          }}
        />
      )}
      {preview && applied && <Result preview={preview} applied={applied} onAgain={again} />}
    </section>
  );
}

type ResultProps = { preview: UserImport; applied: AppliedImport; onAgain: () => void };

const FIGURES = Object.entries(texts.results) as [keyof AppliedImport, string][];

function Result({ preview, applied, onAgain }: ResultProps) {
  const problems = useTask(async () => {
    const { blob, filename } = await call(importsApi.problems, { params: { id: preview.id } });
    saveFile(filename, blob);
  });
  const hasProblems = preview.counts.problem + applied.left_out > 0;
  return (
    <Card title={texts.done}>
      <div className="grid gap-4">
        <dl className="grid grid-cols-2 gap-x-[18px] gap-y-3 sm:grid-cols-3">
          {FIGURES.map(([name, label]) => (
            <div key={name}>
              <dt className="text-tiny text-ink-3">{label}</dt>
              <dd className="text-title tabular-nums">{formatNumber(applied[name])}</dd>
            </div>
          ))}
        </dl>
        {problems.failure !== null && <Alert title={failureText(problems.failure, texts.problemsFailed)} />}
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" onClick={onAgain}>
            {texts.another}
          </Button>
          {hasProblems && (
            <Button busy={problems.busy} onClick={problems.run}>
              {texts.problems}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
