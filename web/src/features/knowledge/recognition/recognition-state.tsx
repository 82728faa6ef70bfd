/** How far the recognition of a document's scanned pages is, with what may be done about it. */
import { useQueryClient } from '@tanstack/react-query';
import { documentsApi } from '#contract/documents.ts';
import type { KbDocument } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { keepDocument } from '../queries.ts';
import { texts } from './texts.ts';

type Props = { baseId: number; document: KbDocument };
type StateProps = Props & { onOpenWeak: (document: KbDocument) => void };

/** Nothing where no page was recognised, and none is to be. */
export function RecognitionState({ baseId, document, onOpenWeak }: StateProps) {
  const { ocr } = document;
  if (!ocr) return null;
  if (ocr.state === 'done') return <Recognised ocr={ocr} document={document} onOpenWeak={onOpenWeak} />;
  if (ocr.state === 'failed') return <Failed baseId={baseId} document={document} />;
  return <Recognising baseId={baseId} document={document} ocr={ocr} />;
}

type Ocr = NonNullable<KbDocument['ocr']>;

function Recognised({ ocr, document, onOpenWeak }: Omit<StateProps, 'baseId'> & { ocr: Ocr }) {
  const weak = texts.weak(ocr.weak);
  return (
    <>
      <Badge tone="neutral">{texts.done(ocr.pages, document.pages)}</Badge>
      {ocr.weak > 0 && (
        <button
          type="button"
          title={texts.weakHint}
          aria-label={`${weak}: ${texts.weakOpen(document.original_filename)}`}
          onClick={() => onOpenWeak(document)}
          className="relative z-10 rounded-full phone:min-h-11"
        >
          <Badge tone="warn">{weak}</Badge>
        </button>
      )}
    </>
  );
}

function useAction({ baseId, document }: Props) {
  const cache = useQueryClient();
  return useTask(async (action: 'start' | 'pause' | 'resume') => {
    const params = { id: baseId, documentId: document.id };
    keepDocument(cache, baseId, await call(documentsApi.recognise, { params, body: { action } }));
  });
}

function Recognising({ baseId, document, ocr }: Props & { ocr: Ocr }) {
  const act = useAction({ baseId, document });
  const name = document.original_filename;
  const isPaused = ocr.state === 'paused';
  const words = isPaused ? texts.paused(ocr.done, ocr.pages) : texts.running(ocr.done, ocr.pages);
  return (
    <span className="grid w-full max-w-[220px] gap-1">
      <span className="text-tiny text-ink-2 tabular-nums">{words}</span>
      <ProgressBar label={texts.bar(name)} value={ocr.done} max={ocr.pages} valueText={words} warnFrom={2} />
      <Button
        size="small"
        variant="ghost"
        className="relative z-10 -my-1 -ml-1.5 justify-self-start text-brand!"
        aria-label={isPaused ? texts.resumeOne(name) : texts.pauseOne(name)}
        busy={act.busy}
        onClick={() => act.run(isPaused ? 'resume' : 'pause')}
      >
        {isPaused ? texts.resume : texts.pause}
      </Button>
      <Failure failure={act.failure} />
    </span>
  );
}

function Failed({ baseId, document }: Props) {
  return (
    <span className="grid gap-1">
      <span className="text-tiny text-danger">{texts.broken}</span>
      <StartRecognition baseId={baseId} document={document} />
    </span>
  );
}

/** Recognises pages that were passed over until now. */
export function StartRecognition({ baseId, document }: Props) {
  const act = useAction({ baseId, document });
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="relative z-10 -my-1 -ml-1.5 text-brand!"
        aria-label={texts.startOne(document.original_filename)}
        busy={act.busy}
        onClick={() => act.run('start')}
      >
        {texts.start}
      </Button>
      <Failure failure={act.failure} />
    </>
  );
}

const Failure = ({ failure }: { failure: unknown }) =>
  failure === null ? null : (
    <span role="alert" className="text-tiny text-danger">
      {failureText(failure, texts.failed)}
    </span>
  );
