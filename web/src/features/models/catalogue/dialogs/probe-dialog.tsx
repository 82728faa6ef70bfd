/** Asks a model for each of its abilities; the lines tick off as the steps end. */
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ModelInfo, modelsApi, type ProbeEvent, type ProbeStep } from '#contract/models.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { openStream } from '../../../../api/stream.ts';
import { formatNumber } from '../../../../lib/format.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Spinner } from '../../../../ui/display/spinner.tsx';
import { refreshModels } from '../queries.ts';
import { texts } from '../texts.ts';

const words = texts.probe;
// The browser has no schemas to ask: the words know the same steps, or they would not compile.
const steps = Object.keys(words.steps) as ProbeStep[];

type ProbeDialogProps = { model: ModelInfo; onClose: () => void };

export function ProbeDialog({ model, onClose }: ProbeDialogProps) {
  const cache = useQueryClient();
  const { events, failure } = useProbe(model.id);
  const last = events.find(({ done }) => done);
  const found = Object.entries(last?.found ?? {}).filter(
    ([field]) => !(model.locked as string[]).includes(field),
  );
  const apply = useTask(async () => {
    const body = { ...Object.fromEntries(found), version: model.version };
    await call(modelsApi.update, { params: { id: model.id }, body });
    await refreshModels(cache);
    onClose();
  });
  const close = () => {
    if (last) void refreshModels(cache);
    onClose();
  };
  return (
    <Modal
      open
      onClose={close}
      title={words.title(model.name)}
      line={words.hint(model.probe_cost_brl_micro)}
      footer={
        <>
          <Button onClick={close}>{texts.close}</Button>
          {found.length > 0 && (
            <Button variant="primary" busy={apply.busy} onClick={apply.run}>
              {words.apply}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {failure !== null && <Alert title={failureText(failure, words.failed)} />}
        {apply.failure !== null && <Alert title={failureText(apply.failure, texts.edit.failed)} />}
        <ol aria-live="polite" className="grid gap-3">
          {steps.map((step, place) => (
            <StepLine
              key={step}
              step={step}
              event={events.find((event) => event.step === step)}
              isRunning={!last && failure === null && events.length === place}
            />
          ))}
        </ol>
        {last?.ok && <Alert tone="ok" title={words.fine} />}
      </div>
    </Modal>
  );
}

/** Begins when it is mounted; leaving ends it. */
function useProbe(id: string) {
  const [events, setEvents] = useState<ProbeEvent[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const stream = await openStream(
        modelsApi.probe,
        { params: { id } },
        { signal: leaving.signal, wordless: 'screen' },
      );
      for await (const event of stream) setEvents((known) => [...known, event]);
    };
    read().catch((cause: unknown) => {
      if (!leaving.signal.aborted) setFailure(cause);
    });
    return () => leaving.abort();
  }, [id]);
  return { events, failure };
}

type StepLineProps = { step: ProbeStep; event: ProbeEvent | undefined; isRunning: boolean };

function StepLine({ step, event, isRunning }: StepLineProps) {
  return (
    <li className="flex items-start gap-3">
      <span className="mt-0.5 grid size-5 shrink-0 place-items-center">
        <Mark event={event} isRunning={isRunning} />
      </span>
      <span className="grid gap-0.5">
        <span className={event || isRunning ? 'font-medium' : 'text-ink-3'}>
          {words.steps[step](detailOf(event))}
        </span>
        {event && <span className="text-small text-ink-2">{lineOf(step, event)}</span>}
      </span>
    </li>
  );
}

function Mark({ event, isRunning }: Omit<StepLineProps, 'step'>) {
  if (isRunning) return <Spinner />;
  if (!event) return null;
  if (event.ok === null)
    return <CircleMinus role="img" aria-label={words.passedOver} className="text-ink-3" />;
  return event.ok ? (
    <CircleCheck role="img" aria-label={words.ok} className="text-ok" />
  ) : (
    <CircleAlert role="img" aria-label={words.notOk} className="text-danger" />
  );
}

/** A step that went well says with its detail what was tried: an effort, or how many tokens. */
const detailOf = (event: ProbeEvent | undefined): string => {
  if (!event?.ok || !event.detail) return '';
  return event.step === 'effort'
    ? texts.efforts[event.detail as keyof typeof texts.efforts]
    : formatNumber(Number(event.detail));
};

function lineOf(step: ProbeStep, { ok, detail, ms }: ProbeEvent): string {
  if (!ok) return detail ?? '';
  return step === 'answers' ? words.firstWord(formatNumber(ms)) : '';
}
