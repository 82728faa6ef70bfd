/** Versions of the terms of use and of the privacy notice. */
import { useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { TERMS_KINDS, type TermsKind, type TermsVersion, termsApi } from '#contract/terms.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { kinds } from '../../terms/texts.ts';
import { DraftButtons } from './draft-buttons.tsx';
import { DraftDialog } from './draft-dialog.tsx';
import { termsVersions } from './queries.ts';
import { texts } from './texts.ts';

export function TermsCard() {
  const found = useQuery({ ...termsVersions(), refetchOnMount: 'always' });
  return (
    <Card title={texts.title} line={texts.line}>
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && (
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          <CardSkeleton lines={4} className="h-[200px]" />
        </div>
      )}
      {found.data && (
        <div className="grid gap-7">
          {TERMS_KINDS.map((kind) => (
            <VersionsOf key={kind} kind={kind} versions={found.data.filter((one) => one.kind === kind)} />
          ))}
        </div>
      )}
    </Card>
  );
}

function VersionsOf({ kind, versions }: { kind: TermsKind; versions: TermsVersion[] }) {
  const [isWriting, setWriting] = useState(false);
  const draft = versions.find(({ published_at }) => published_at === null) ?? null;
  const published = versions.filter((one) => one !== draft);
  const name = kinds[kind];
  return (
    <section className="grid gap-3">
      <h3 className="font-sans text-body font-semibold tracking-normal">{name}</h3>
      {versions.length === 0 && <p className="text-small text-ink-3">{texts.none}</p>}
      {versions.length > 0 && (
        <ul className="grid gap-2">
          {draft && (
            <li className="grid gap-2 rounded-card border border-line px-3 py-2.5">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone="warn">{texts.draft}</Badge>
                <span className="wrap-anywhere">{draft.title}</span>
              </p>
              <DraftButtons draft={draft} name={name} onEdit={() => setWriting(true)} />
            </li>
          )}
          {published.map((version, place) => (
            <VersionRow key={version.id} version={version} name={name} isInForce={place === 0} />
          ))}
        </ul>
      )}
      {!draft && (
        <Button
          icon={<Plus />}
          aria-label={texts.newVersionOf(name)}
          onClick={() => setWriting(true)}
          className="justify-self-start slim:w-full"
        >
          {texts.newVersion}
        </Button>
      )}
      {isWriting && (
        <DraftDialog
          kind={kind}
          draft={draft}
          last={published[0] ?? null}
          onClose={() => setWriting(false)}
        />
      )}
    </section>
  );
}

function VersionRow({
  version: one,
  name,
  isInForce,
}: {
  version: TermsVersion;
  name: string;
  isInForce: boolean;
}) {
  const { id, version, published_at, accepted, required, title } = one;
  const take = useTask(async () => {
    const { filename, blob } = await call(termsApi.acceptances, { params: { id } });
    saveFile(filename, blob);
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-card border border-line px-3 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {texts.version(version ?? 0)} · {title}
          {isInForce && <Badge tone="ok">{texts.inForce}</Badge>}
        </p>
        <p className="text-small text-ink-3">
          {texts.publishedAt(formatDateTime(published_at ?? ''))}
          {required && ` · ${texts.asked}`} · {texts.accepted(formatNumber(accepted), accepted === 1)}
        </p>
        {take.failure !== null && (
          <p className="text-small text-danger">{failureText(take.failure, texts.downloadFailed)}</p>
        )}
      </div>
      <Button
        size="small"
        icon={<Download />}
        busy={take.busy}
        aria-label={texts.downloadOf(version ?? 0, name)}
        onClick={take.run}
      >
        {texts.download}
      </Button>
    </li>
  );
}
