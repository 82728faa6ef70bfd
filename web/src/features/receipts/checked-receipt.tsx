/** The outcome of a check, and the text that was signed. */
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ReceiptSource, ReceiptSourceState } from '#contract/receipts.ts';
import { RECEIPT_ATTACHMENT } from '#contract/receipts.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { AnswerText } from './answer-text.tsx';
import type { Checked } from './check.ts';
import { texts } from './texts.ts';

export function CheckedReceipt({ checked }: { checked: Checked }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      <Outcome checked={checked} />
    </div>
  );
}

function Outcome({ checked }: { checked: Checked }) {
  switch (checked.kind) {
    case 'valid':
      return <Valid checked={checked} />;
    case 'revoked':
      return <Alert tone="warn" title={texts.revoked(formatDate(checked.ended_at))} />;
    case 'foreign':
      return <Alert tone="warn" title={texts.foreign} line={texts.foreignLine(checked.issuer)} />;
    case 'altered':
      return <Alert title={texts.altered} />;
    case 'removedMatches':
      return <Alert tone="info" title={texts.removedMatches} />;
    case 'removed':
    case 'unproved':
      return <Alert tone="info" title={texts[checked.kind]} />;
    default:
      return <Alert tone="warn" title={texts[checked.kind]} />;
  }
}

function Valid({ checked: { content, file, sources, isFile } }: { checked: Checked & { kind: 'valid' } }) {
  const stateOf = (n: number) => sources?.find((source) => source.n === n)?.state;
  return (
    <>
      <Alert
        tone="ok"
        title={texts.valid(content.issuer.name, formatDateTime(content.made_at))}
        line={isFile ? texts.compare : texts.notTrue}
      />
      <article className={`${cardLook} grid gap-5 p-6 phone:p-4`}>
        {content.question !== undefined && (
          <Part title={texts.question}>
            <p className="whitespace-pre-wrap wrap-anywhere">{content.question}</p>
          </Part>
        )}
        <Part title={texts.answer(content.agent.name)}>
          <AnswerText text={content.answer} />
        </Part>
        {content.sources.length > 0 && (
          <Part title={texts.sources}>
            {sources === null && <p className="mb-2 text-small text-ink-2">{texts.noStates}</p>}
            <ol className="grid gap-4">
              {content.sources.map((source) => (
                <SourceItem key={source.n} source={source} state={stateOf(source.n)} />
              ))}
            </ol>
          </Part>
        )}
        <footer className="grid gap-1 border-t border-line pt-4 text-small text-ink-2">
          {content.verified && (
            <p>{texts.verified(content.verified.owner_label, formatDate(content.verified.verified_on))}</p>
          )}
          {content.name && <p>{texts.askedBy(content.name)}</p>}
          <p>{content.notice}</p>
          <p className="font-mono">{content.code}</p>
        </footer>
      </article>
      <Button
        icon={<Download />}
        className="justify-self-start slim:w-full"
        onClick={() =>
          saveFile(RECEIPT_ATTACHMENT, new Blob([JSON.stringify(file)], { type: 'application/json' }))
        }
      >
        {texts.saveFile}
      </Button>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-sans text-small font-semibold tracking-normal text-ink-2">{title}</h2>
      {children}
    </section>
  );
}

const TONES = { same: 'ok', changed: 'warn', removed: 'danger', unchecked: 'neutral' } as const;

function SourceItem({ source, state }: { source: ReceiptSource; state: ReceiptSourceState | undefined }) {
  const { n, kind, title, page, section, text } = source;
  const about = [page === undefined ? '' : texts.page(page), section ?? ''].filter(Boolean).join(' · ');
  return (
    <li className="min-w-0">
      <div className="flex items-baseline gap-2">
        <span className="text-ink-2 tabular-nums">[{n}]</span>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">
            {kind === 'verified' ? texts.verifiedSource(title) : title}
          </span>
          {about && <span className="text-small text-ink-2 wrap-anywhere">{about}</span>}
          {state && <Badge tone={TONES[state]}>{texts.states[state]}</Badge>}
        </p>
      </div>
      {text && (
        <blockquote className="mt-1.5 border-l-2 border-line-strong pl-3 text-small whitespace-pre-wrap text-ink-2 wrap-anywhere">
          {text}
        </blockquote>
      )}
    </li>
  );
}
