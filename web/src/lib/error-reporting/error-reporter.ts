/** Reports errors to a collector, at the rates of the specification. Imported only where one is configured. */
import {
  type BrowserOptions,
  browserProfilingIntegration,
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react';
import {
  bareWords,
  scrubAttributes,
  scrubBreadcrumb,
  scrubEvent,
  wipeQueries,
  withoutQueries,
} from './report-scrub.ts';

export type ReportTo = {
  /** Address of a collector with Sentry's protocol. */
  dsn: string;
  version: string;
};

export const rates = {
  tracesSampleRate: 0.25,
  profileSessionSampleRate: 0.25,
  replaysSessionSampleRate: 0.01,
  replaysOnErrorSampleRate: 1,
} as const satisfies BrowserOptions;

/** Text that stands in attributes, and addresses, are masked like all other text. */
const MASKED_ATTRIBUTES = [
  'title',
  'placeholder',
  'alt',
  'href',
  'value',
  'content',
  'aria-label',
  'aria-valuetext',
  'aria-description',
  'aria-placeholder',
];

export function openReporter({ dsn, version }: ReportTo): (cause: unknown) => void {
  const client = init({
    dsn,
    release: `prosa@${version}`,
    ...rates,
    profileLifecycle: 'trace',
    integrations: [
      browserTracingIntegration(),
      browserProfilingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        maskAttributes: MASKED_ATTRIBUTES,
        // Its worker would be made of a text, which the content security policy forbids.
        useCompression: false,
        beforeAddRecordingEvent: scrubRecorded,
      }),
    ],
    // Our own calls carry no marks of tracing: other hosts would refuse headers they do not know.
    tracePropagationTargets: [],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    beforeBreadcrumb: scrubBreadcrumb,
    beforeSend: scrubEvent,
    beforeSendSpan: (span) => ({
      ...span,
      name: bareWords(span.name),
      attributes: span.attributes && scrubAttributes(span.attributes),
    }),
    transport: (options) => makeFetchTransport(options, withWipedRecordings),
  });
  client?.addEventProcessor((event) =>
    event.type === 'replay_event' && 'urls' in event && Array.isArray(event.urls)
      ? { ...event, urls: event.urls.map((url) => withoutQueries(String(url))), user: undefined }
      : event,
  );
  return (cause) => void captureException(cause);
}

type Recorded = NonNullable<Parameters<typeof replayIntegration>[0]>['beforeAddRecordingEvent'];

/** Breadcrumbs of the session replay; console output is dropped. */
const scrubRecorded: Recorded = (event) => {
  if (event.data.tag === 'breadcrumb' && event.data.payload.category === 'console') return null;
  const { data } = event;
  return { ...event, data: scrubAttributes<unknown>({ ...data }) } as typeof event;
};

const withWipedRecordings: typeof fetch = (url, request) => {
  const body = request?.body;
  if (typeof body === 'string') return fetch(url, { ...request, body: wipeQueries(body) });
  if (!(body instanceof Uint8Array)) return fetch(url, request);
  const wiped = new TextEncoder().encode(wipeQueries(new TextDecoder().decode(body)));
  return fetch(url, { ...request, body: wiped });
};
