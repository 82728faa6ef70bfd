/** Under the last question: a pencil, and «‹ 2 de 3 ›» where it was edited. */
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { chatApi } from '#contract/chat.ts';
import { QUESTION_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useMobile } from '../../../lib/use-mobile.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { sendsWith } from '../composer/composer.tsx';
import { notifyOtherTabs } from '../stream/other-tabs.ts';
import { keepNewest, refreshNewest } from '../stream/queries.ts';
import type { Ask, Turn } from '../stream/turns.ts';
import { editedText, forgetEdited, keepEdited } from './edited-text.ts';
import { texts } from './texts.ts';

type QuestionToolsProps = {
  turn: Turn;
  /** Undefined while nothing may be asked: then no other variant may be shown, either. */
  onAsk: Ask | undefined;
  sessionId: string | undefined;
  /** The question is being edited, and its bubble is out of sight. */
  editing: boolean;
  onEditing: (editing: boolean) => void;
};

export function QuestionTools({ turn, onAsk, sessionId, editing, onEditing }: QuestionToolsProps) {
  const pencil = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { id } = turn;
  const mayEdit = onAsk !== undefined && id !== undefined;
  const typed = editedText(sessionId, id);
  useEditKeys(place, () => mayEdit && !editing && onEditing(true));
  const close = () => {
    if (sessionId) forgetEdited(sessionId);
    onEditing(false);
    // The bubble and the pencil come back first.
    requestAnimationFrame(() => pencil.current?.focus({ preventScroll: true }));
  };
  const keep = (text: string, sent: boolean) => {
    if (sessionId && id !== undefined) keepEdited(sessionId, { id, text, sent });
  };
  if (editing && id !== undefined)
    return (
      <Editor
        question={typed ?? turn.editRefused ?? turn.question}
        onType={(text) => keep(text, false)}
        onClose={close}
        // While an answer is written for another tab, what was typed waits here.
        onSend={
          onAsk &&
          ((question) => {
            keep(question, true);
            onEditing(false);
            onAsk(question, { edits: id, on_date: turn.on_date });
          })
        }
      />
    );
  return (
    <div
      ref={place}
      className="flex flex-wrap items-center justify-end gap-x-1 text-ink-3 pr-[50px] phone:pr-[42px]"
    >
      {turn.variants && sessionId && (
        <Variants variants={turn.variants} sessionId={sessionId} disabled={!mayEdit} />
      )}
      {mayEdit && (
        <IconButton
          ref={pencil}
          size="small"
          label={texts.edit}
          title={texts.editHint}
          className="text-ink-3"
          onClick={() => onEditing(true)}
        >
          <Pencil className="size-4" />
        </IconButton>
      )}
    </div>
  );
}

/** `E` on the focused bubble, and `↑` in the empty question box of the same conversation. */
function useEditKeys(place: { current: HTMLElement | null }, edit: () => void) {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!isOnBubble(event, place.current) && !isInEmptyBox(event, place.current)) return;
    event.preventDefault();
    edit();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const isOnBubble = ({ key, target }: globalThis.KeyboardEvent, place: HTMLElement | null): boolean =>
  key.toLowerCase() === 'e' &&
  target instanceof Element &&
  target.parentElement?.parentElement === place?.closest('article');

function isInEmptyBox({ key, target, isComposing }: globalThis.KeyboardEvent, place: HTMLElement | null) {
  if (key !== 'ArrowUp' || isComposing || !(target instanceof HTMLTextAreaElement)) return false;
  return target.value === '' && place?.closest('[data-conversation]')?.contains(target);
}

type EditorProps = {
  question: string;
  onType: (text: string) => void;
  /** Undefined while nothing may be asked. */
  onSend: ((question: string) => void) | undefined;
  onClose: () => void;
};

/** Written in the place of the bubble. Escape closes it, and what was typed is gone. */
function Editor({ question, onType, onSend, onClose }: EditorProps) {
  const id = useId();
  const mobile = useMobile();
  const [text, setText] = useState(question);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = box.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const typed = text.trim();
  const send = () => typed && onSend?.(typed);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (sendsWith({ ...keysOf(event), isComposing: event.nativeEvent.isComposing }, mobile)) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid w-full max-w-[608px] gap-2.5 justify-self-end rounded-card border border-brand bg-surface p-3"
    >
      <label htmlFor={id} className="sr-only">
        {texts.question}
      </label>
      <textarea
        ref={box}
        id={id}
        rows={2}
        value={text}
        maxLength={QUESTION_MAX}
        onChange={(event) => {
          setText(event.target.value);
          onType(event.target.value);
        }}
        onKeyDown={press}
        className="field-sizing-content max-h-[10lh] w-full resize-none overflow-y-auto bg-transparent px-1.5 text-body outline-none phone:text-[16px]"
      />
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={typed === '' || !onSend}>
          {texts.sendAgain}
        </Button>
      </div>
    </form>
  );
}

const keysOf = ({ key, shiftKey, altKey, keyCode }: KeyboardEvent) => ({ key, shiftKey, altKey, keyCode });

type VariantsProps = { variants: NonNullable<Turn['variants']>; sessionId: string; disabled: boolean };

function Variants({ variants: { index, count, ids }, sessionId, disabled }: VariantsProps) {
  const client = useQueryClient();
  const choosing = useTask(async (message_id: number) => {
    try {
      const body = { message_id };
      keepNewest(client, sessionId, await call(chatApi.chooseVariant, { params: { id: sessionId }, body }));
    } catch (failure) {
      // Where somebody asked on elsewhere, this is not the last question any more.
      refreshNewest(client, sessionId).catch(() => undefined);
      throw failure;
    }
    notifyOtherTabs(sessionId);
  });
  const step = (by: number) => {
    const id = ids[index - 1 + by];
    if (id !== undefined && !choosing.busy) choosing.run(id);
  };
  return (
    <fieldset className="flex items-center" aria-label={texts.variants}>
      {choosing.failure !== null && (
        <span role="alert" className="mr-1 text-tiny text-danger">
          {failureText(choosing.failure, texts.chooseFailed)}
        </span>
      )}
      <IconButton
        size="small"
        label={texts.previous}
        className="text-ink-3"
        disabled={disabled || index === 1}
        onClick={() => step(-1)}
      >
        <ChevronLeft className="size-4" />
      </IconButton>
      <span role="status" className="text-tiny tabular-nums">
        {texts.variant(index, count)}
      </span>
      <IconButton
        size="small"
        label={texts.next}
        className="text-ink-3"
        disabled={disabled || index === count}
        onClick={() => step(1)}
      >
        <ChevronRight className="size-4" />
      </IconButton>
    </fieldset>
  );
}
