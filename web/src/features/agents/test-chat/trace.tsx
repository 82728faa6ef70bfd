/** How an answer came about; asked for only when somebody opens it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { chatApi } from '#contract/chat.ts';
import { call } from '../../../api/client.ts';
import { failedWith } from '../../../api/failure.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { texts as all } from './texts.ts';
import { TraceParts } from './trace-parts.tsx';

const texts = all.trace;

/** A trace is written once and never changes. */
const traceQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat', 'trace', id] as const,
    queryFn: ({ signal }) => call(chatApi.trace, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function TraceOf({ messageId }: { messageId: number }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const head = useRef<HTMLButtonElement>(null);
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface">
      <button
        ref={head}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex h-10 w-full items-center gap-2 rounded-card px-3 text-small font-medium text-ink-2 hover:text-ink phone:h-11"
      >
        <ChevronRight className={classes('size-4 transition-transform', open && 'rotate-90')} />
        {texts.title} <span className="truncate font-normal text-ink-3">{texts.line}</span>
      </button>
      <div id={id} hidden={!open} className="border-t border-line p-3">
        {open && <LoadedTrace messageId={messageId} head={head} />}
      </div>
    </div>
  );
}

type LoadedTraceProps = { messageId: number; head: RefObject<HTMLElement | null> };

function LoadedTrace({ messageId, head }: LoadedTraceProps) {
  const trace = useQuery(traceQuery(messageId));
  const isLoaded = trace.data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    // A conversation follows its end, also when it grew by what was opened, and does so once it has been laid out:
    // a frame later it is brought back, because a trace is read from its beginning.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => head.current?.scrollIntoView({ block: 'nearest' }));
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, head]);
  if (trace.isPending) {
    return (
      <div role="status" data-skeleton className="grid gap-2">
        <span className="sr-only">{texts.loading}</span>
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-20 w-full" />
      </div>
    );
  }
  if (failedWith(trace.error, 'trace_not_found'))
    return <p className="text-small text-ink-2">{texts.none}</p>;
  if (!trace.data) {
    return <LoadFailure query={trace} text={texts.loadFailed} />;
  }
  return <TraceParts trace={trace.data} />;
}
