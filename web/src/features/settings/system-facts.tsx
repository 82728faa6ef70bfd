/** Versions, databases and services of the installation. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Settings } from '#contract/settings.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { formatBytes } from '../../lib/text/figures.ts';
import { classes } from '../../ui/classes.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { serverNames } from '../connections/texts.ts';
import { texts as all } from './texts.ts';

export function SystemFacts({ settings }: { settings: Settings }) {
  const texts = all.system;
  const { health, queue, secrets } = settings;
  const missing = health.missing.map((name) => texts.missingNames[name] ?? name).join(', ');
  return (
    <FactList title={texts.title}>
      <Fact name={texts.health} line={missing && texts.missing(missing)}>
        {health.ready ? (
          <Badge tone="ok" icon={<CircleCheck />}>
            {texts.ready}
          </Badge>
        ) : (
          <Badge tone="danger" icon={<CircleAlert />}>
            {texts.notReady}
          </Badge>
        )}
      </Fact>
      <Fact name={texts.version}>{settings.version}</Fact>
      <Fact name={texts.node}>{settings.node_version}</Fact>
      <Fact name={texts.startedAt}>
        <time dateTime={settings.started_at}>{formatDateTime(settings.started_at)}</time>
      </Fact>
      <Fact name={texts.queue}>
        {texts.jobs({
          waiting: formatNumber(queue.waiting),
          running: formatNumber(queue.running),
          failed: formatNumber(queue.failed),
        })}
      </Fact>
      <Fact name={texts.secrets}>
        {texts.sealed({
          outdated: formatNumber(secrets.outdated),
          unreadable: formatNumber(secrets.unreadable),
        })}
      </Fact>
    </FactList>
  );
}

export function StorageFacts({
  settings: { database, content_database, connections, files },
}: {
  settings: Settings;
}) {
  const texts = all.storage;
  const { kind, problem } = content_database;
  return (
    <FactList title={texts.title}>
      <Fact name={texts.database} line={texts.postgres(database.version)}>
        {texts.kinds[database.kind]}
      </Fact>
      <Fact name={texts.size}>{formatBytes(database.size)}</Fact>
      <Fact name={texts.content} line={texts.contentLine}>
        {texts.contentKinds[kind]}
        {/* Where none is configured, that is all there is to say. */}
        {(problem === null || kind !== 'none') && <Usable problem={problem} />}
      </Fact>
      <Fact
        name={texts.files}
        line={
          (files.kind === 'bucket' || files.in_bucket > 0) &&
          texts.filePlaces({
            in_database: formatNumber(files.in_database),
            in_bucket: formatNumber(files.in_bucket),
          })
        }
      >
        {texts.fileKinds[files.kind]}
        {files.problem !== null && <p className="mt-0.5 text-small text-danger">{files.problem}</p>}
      </Fact>
      {connections.map((connection) => (
        <Fact key={connection.name} name={texts.connection(connection.name)}>
          {serverNames[connection.kind]}
          <Usable problem={connection.problem} />
        </Fact>
      ))}
    </FactList>
  );
}

function Usable({ problem }: { problem: string | null }) {
  return problem === null ? (
    <p className="mt-0.5 text-small text-ink-2">{all.storage.usable}</p>
  ) : (
    <p className="mt-0.5 text-small text-danger">{problem}</p>
  );
}

export function ServiceFacts({ settings }: { settings: Settings }) {
  const texts = all.services;
  const { mail, payments, embeddings, ocr, feedback_email, error_reports } = settings;
  return (
    <FactList title={texts.title}>
      <Fact name={texts.mail}>{texts.mailKinds[mail.kind]}</Fact>
      <Fact name={texts.from}>{mail.from}</Fact>
      <Fact name={texts.payments}>{texts.paymentKinds[payments.kind]}</Fact>
      <Fact
        name={texts.embeddings}
        line={embeddings.model && (embeddings.available ? texts.embeddingsOn : texts.embeddingsOff)}
      >
        {embeddings.model ? texts.embeddingsAt(embeddings.model, embeddings.host) : texts.noEmbeddings}
      </Fact>
      <Fact name={texts.ocr}>{ocr.engine ? `${ocr.engine} ${ocr.version}` : texts.noOcr}</Fact>
      <Fact name={texts.feedback}>{feedback_email ?? texts.noFeedback}</Fact>
      <Fact name={texts.reports}>{error_reports ? texts.on : texts.off}</Fact>
    </FactList>
  );
}

/** A card of names and values. */
function FactList({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes(cardLook, 'p-5')}>
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <dl className="mt-2 divide-y divide-line">{children}</dl>
    </section>
  );
}

type FactProps = {
  name: string;
  /** A remark about the fact, below it. */
  line?: ReactNode;
  children: ReactNode;
};

function Fact({ name, line, children }: FactProps) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <dt className="text-small text-ink-2 sm:pt-px">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {children}
        {line && <p className="mt-0.5 text-small text-ink-2">{line}</p>}
      </dd>
    </div>
  );
}
