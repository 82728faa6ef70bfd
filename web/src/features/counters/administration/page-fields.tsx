/** How the page of a counter speaks and looks, with a picture of its head. */
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { type Counter, counterNotice } from '#contract/counters.ts';
import { pathOf } from '#contract/endpoint.ts';
import { COUNTER_CONTACT_MAX, COUNTER_LOGO_BYTES_MAX, COUNTER_TEXT_MAX } from '#contract/limits.ts';
import { publicCountersApi } from '#contract/public-counters.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ONE_PLACE } from '../../../lib/text/figures.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { type CounterDraft, contrastIn } from './counter-draft.ts';
import { texts as all } from './texts.ts';
import type { CounterFormState } from './use-counter-form.ts';

const texts = all.form;

type PageFieldsProps = { known: Counter | null; state: CounterFormState };

export function PageFields({ known, state }: PageFieldsProps) {
  const { draft, edit, errorOf } = state;
  const contrast = contrastIn(draft);
  return (
    <>
      <TextArea
        label={texts.greeting}
        hint={texts.greetingHint}
        required
        rows={2}
        maxLength={COUNTER_TEXT_MAX}
        value={draft.greeting}
        error={errorOf('texts.greeting')}
        onChange={(event) => edit({ greeting: event.target.value })}
      />
      <TextArea
        label={texts.notice}
        hint={
          <>
            {texts.noticeEmpty} <span lang="pt-BR">«{noticeOf(draft)}»</span>
          </>
        }
        rows={2}
        maxLength={COUNTER_TEXT_MAX}
        value={draft.notice}
        error={errorOf('texts.notice')}
        onChange={(event) => edit({ notice: event.target.value })}
      />
      <Field
        label={texts.contact}
        hint={texts.contactHint}
        required
        maxLength={COUNTER_CONTACT_MAX}
        value={draft.contact}
        error={errorOf('texts.contact')}
        onChange={(event) => edit({ contact: event.target.value })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ColourField
          label={texts.background}
          value={draft.background}
          error={errorOf('colours.background')}
          onChange={(background) => edit({ background })}
        />
        <ColourField
          label={texts.ink}
          value={draft.ink}
          error={errorOf('colours.text')}
          hint={contrast === undefined ? undefined : texts.contrast(formatNumber(contrast, ONE_PLACE))}
          onChange={(ink) => edit({ ink })}
        />
      </div>
      <LogoField known={known} state={state} />
      <Preview known={known} state={state} />
    </>
  );
}

/** The page says this where nothing else is written. It is Portuguese in every language. */
const noticeOf = ({ mode, name }: CounterDraft): string =>
  counterNotice(mode, name.trim() || texts.noticeName);

type ColourFieldProps = {
  label: string;
  value: string;
  hint?: string | undefined;
  error: string | null;
  onChange: (colour: string) => void;
};

/** Typed as the organisation's style guide has it, or picked. */
function ColourField({ label, value, hint, error, onChange }: ColourFieldProps) {
  const whole = /^#[0-9a-f]{6}$/i.test(value.trim()) ? value.trim().toLowerCase() : '#000000';
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required
      spellCheck={false}
      maxLength={7}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="font-mono"
      trailing={
        <input
          type="color"
          aria-label={texts.pickColour(label)}
          value={whole}
          onChange={(event) => onChange(event.target.value)}
          className="mr-0.5 size-9 cursor-pointer bg-transparent phone:size-11"
        />
      }
    />
  );
}

/** Where the logo is: the one that was just chosen, or the stored one. */
function logoSource(known: Counter | null, logo: string | null | undefined): string | null {
  if (typeof logo === 'string')
    return `data:${logo.startsWith('iVBOR') ? 'image/png' : 'image/webp'};base64,${logo}`;
  if (logo === null || !known?.has_logo) return null;
  // The version, because the browser keeps the picture of an address for some minutes.
  return `${pathOf(publicCountersApi.logo, { slug: known.slug })}?v=${known.version}`;
}

function LogoField({ known, state: { draft, edit, errorOf, setLogoProblem } }: PageFieldsProps) {
  const input = useRef<HTMLInputElement>(null);
  const source = logoSource(known, draft.logo);
  const error = errorOf('logo');
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const isFit = /^image\/(?:png|webp)$/.test(file.type) && file.size <= COUNTER_LOGO_BYTES_MAX;
    setLogoProblem(isFit ? null : texts.problems.logo);
    if (isFit) edit({ logo: await base64Of(file) });
  };
  return (
    <div className="grid gap-1.5">
      <p className="text-label font-medium">{texts.logo}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          icon={<ImageUp className="size-4" />}
          aria-invalid={error ? true : undefined}
          onClick={() => input.current?.click()}
        >
          {source ? texts.logoChange : texts.logoChoose}
        </Button>
        {source && (
          <Button
            size="small"
            variant="ghost"
            icon={<Trash2 className="size-4" />}
            onClick={() => edit({ logo: known?.has_logo ? null : undefined })}
          >
            {texts.logoRemove}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/webp"
          aria-label={texts.logo}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // The same file once more is a choice too.
            event.target.value = '';
          }}
        />
      </div>
      <p className={error ? 'text-small text-danger' : 'text-small text-ink-3'}>{error ?? texts.logoHint}</p>
    </div>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

/** The head of the page as citizens see it. */
function Preview({ known, state: { draft } }: PageFieldsProps) {
  const source = logoSource(known, draft.logo);
  const isReadable = contrastIn(draft) !== undefined;
  const notice = draft.notice.trim() || noticeOf(draft);
  return (
    <section aria-label={texts.preview} className="grid gap-1.5">
      <p className="text-label font-medium">{texts.preview}</p>
      <div data-written className="overflow-hidden rounded-card border border-line bg-surface">
        <div
          className="flex flex-wrap items-center gap-3 px-4 py-3"
          style={isReadable ? { backgroundColor: draft.background.trim(), color: draft.ink.trim() } : {}}
        >
          {source && <img src={source} alt={texts.logoAlt} className="h-8" />}
          <p className="min-w-0 text-body font-semibold wrap-anywhere">
            {draft.name.trim() || texts.previewName}
          </p>
        </div>
        <p className="border-b border-line px-4 py-2.5 text-small wrap-anywhere text-ink-2">{notice}</p>
        <p className="px-4 py-3 wrap-anywhere">{draft.greeting.trim() || texts.previewGreeting}</p>
      </div>
    </section>
  );
}
