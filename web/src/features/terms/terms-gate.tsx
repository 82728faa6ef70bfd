/** Stands before everything while terms wait to be accepted. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, LogOut } from 'lucide-react';
import { useId, useState } from 'react';
import { privacyApi } from '#contract/privacy.ts';
import { type Terms, termsApi } from '#contract/terms.ts';
import { call } from '../../api/client.ts';
import { failureText, failureWords } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { formatDate } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Brandmark } from '../../ui/display/brandmark.tsx';
import { CardSkeleton } from '../../ui/display/skeleton.tsx';
import { Markdown } from '../conversation/markdown/markdown.tsx';
import { me } from '../session/queries.ts';
import { signOut } from '../session/sign-out.ts';
import { kinds, texts } from './texts.ts';

const termsInForce = () =>
  queryOptions({
    queryKey: ['terms'] as const,
    queryFn: ({ signal }) => call(termsApi.inForce, {}, { signal }),
    staleTime: 0,
  });

export function TermsGate() {
  useTitle(texts.title);
  const found = useQuery(termsInForce());
  return (
    <main className="h-full overflow-y-auto px-6 py-10 phone:px-4 phone:py-6">
      <div className="mx-auto grid max-w-[760px] gap-6">
        <Brandmark />
        <div>
          <h1 className="text-page phone:text-[28px]">{texts.title}</h1>
          <p className="mt-2 text-ink-2">{texts.line}</p>
        </div>
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
            <CardSkeleton lines={10} className="h-[420px]" />
          </div>
        )}
        {found.data && <Reading key={found.dataUpdatedAt} terms={found.data} onOutdated={found.refetch} />}
        <Leave />
      </div>
    </main>
  );
}

function Reading({ terms, onOutdated }: { terms: Terms[]; onOutdated: () => Promise<unknown> }) {
  const cache = useQueryClient();
  const [read, setRead] = useState<number[]>([]);
  const isMissing = terms.some(({ id }) => !read.includes(id));
  const { checked, bind } = useCheckedForm();
  const accept = useTask(async () => {
    try {
      await call(termsApi.accept, { body: { ids: terms.map(({ id }) => id) } });
    } catch (failure) {
      // Another version was published while this one was read.
      if (failedWith(failure, 'terms_outdated')) await onOutdated();
      throw failure;
    }
    await cache.invalidateQueries({ queryKey: me().queryKey });
  });
  return (
    <form {...bind(isMissing, accept.run)} className="grid gap-6">
      {terms.map((one) => (
        <OneText
          key={one.id}
          terms={one}
          checked={read.includes(one.id)}
          onChange={(on) =>
            setRead((present) => (on ? [...present, one.id] : present.filter((id) => id !== one.id)))
          }
        />
      ))}
      {checked && isMissing && <p className="text-danger">{texts.missing}</p>}
      {accept.failure !== null && <Alert title={failureText(accept.failure, texts.acceptFailed)} />}
      <Button type="submit" variant="primary" busy={accept.busy} className="justify-self-start slim:w-full">
        {accept.busy ? texts.proceeding : texts.proceed}
      </Button>
    </form>
  );
}

type OneTextProps = { terms: Terms; checked: boolean; onChange: (checked: boolean) => void };

function OneText({ terms: { kind, version, title, body, published_at }, checked, onChange }: OneTextProps) {
  const id = useId();
  return (
    <div className="grid gap-3">
      <div>
        <h2 id={`${id}-title`} className="text-[22px] wrap-anywhere">
          {title}
        </h2>
        <p className="text-small text-ink-3">
          {title !== kinds[kind] && `${kinds[kind]} · `}
          {texts.version(version, formatDate(published_at))}
        </p>
      </div>
      <section
        tabIndex={0}
        aria-labelledby={`${id}-title`}
        className="max-h-[44vh] overflow-y-auto rounded-card border border-line bg-surface p-5"
      >
        <Markdown text={body} />
      </section>
      <label className="flex items-start gap-2.5 py-1.5 phone:min-h-11">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-1 size-4 accent-brand"
        />
        <span>{texts.accept[kind](version)}</span>
      </label>
    </div>
  );
}

/** A person who does not accept can download their data and sign out. */
function Leave() {
  const take = useTask(async () => {
    const { filename, blob } = await call(privacyApi.export, {});
    saveFile(filename, blob);
  });
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {take.failure !== null && <Alert title={failureText(take.failure, texts.downloadFailed)} />}
      <div className="flex flex-wrap gap-2">
        <Button icon={<LogOut />} onClick={signOut} className="slim:w-full">
          {texts.signOut}
        </Button>
        <Button
          variant="ghost"
          icon={<Download />}
          busy={take.busy}
          onClick={take.run}
          className="slim:w-full"
        >
          {take.busy ? texts.downloading : texts.download}
        </Button>
      </div>
    </div>
  );
}
