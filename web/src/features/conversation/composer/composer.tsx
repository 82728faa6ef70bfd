/** The question box: ten lines at most, sent by Enter on a desktop, never blank and never during an answer. */
import { ArrowUp, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { CHAT_INPUT_LINES, QUESTION_MAX } from '#contract/limits.ts';
import { useMobile } from '../../../lib/use-mobile.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { texts } from '../texts.ts';
import { lastLines, useLineLimit } from './line-limit.ts';

type ComposerProps = {
  value: string;
  onChange: (value: string) => void;
  /** Gets the question without the space around it. */
  onSend: (question: string) => void;
  /** The agent's name. */
  agent?: string;
  /** Takes the place of the hint under the box, when something is missing before one can send. */
  missing?: ReactNode;
  /** Called instead of sending when something is missing: leads to where it is given. */
  onMissing?: (() => void) | undefined;
  disabled?: boolean;
  /** The question is being sent. */
  busy?: boolean;
  /** Defined while an answer is being written: the button then stops it. */
  onStop?: (() => void) | undefined;
  stopping?: boolean;
  sendLabel?: string | undefined;
  /** Receives the place for a button beside the hint. */
  slot?: Ref<HTMLSpanElement> | undefined;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Memoised: a growing answer does not render it again. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { value, missing, busy, stopping, sendLabel, slot, ref } = props;
  const id = useId();
  const mobile = useMobile();
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLTextAreaElement);
  useGrowingBox(box, value);
  const { ready, notice, send, halt } = useSending(props, box, mobile);
  const words = notice ?? missing;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="steps-aside mx-auto w-full max-w-[760px]"
    >
      <div
        className={classes(
          slot ? 'phone:grid-cols-[auto_minmax(0,1fr)_auto]' : '',
          'grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-2.5 rounded-[20px] border border-line-strong bg-surface py-3 pr-3 pl-[18px] shadow-2 focus-within:border-brand phone:gap-y-0 phone:rounded-[26px] phone:py-[5px] phone:pr-[5px]',
        )}
      >
        <QuestionBox {...props} {...{ id, box, mobile, send }} />
        <div className="flex min-w-0 items-center gap-1 self-center phone:contents">
          {slot && (
            <span
              ref={slot}
              className="-ml-2 flex phone:col-start-1 phone:row-start-1 phone:-ml-3.5 phone:self-end"
            />
          )}
          <p id={`${id}-note`} role="status" className="min-w-0 text-tiny text-ink-3 phone:hidden">
            {words ?? texts.enterHint}
          </p>
        </div>
        <SendButton {...{ ready, busy, stopping, sendLabel }} onStop={halt} />
      </div>
      {mobile && words && (
        <p role="status" className="px-4 pt-1.5 text-tiny text-ink-3">
          {words}
        </p>
      )}
    </form>
  );
});

type Box = RefObject<HTMLTextAreaElement | null>;

/** Decides whether the question can be sent, and keeps the focus in the box when it was. */
function useSending(props: ComposerProps, box: Box, mobile: boolean) {
  const { value, onSend, missing, onMissing, disabled, busy, onStop } = props;
  const [linesCut, setLinesCut] = useState(false);
  useLineLimit(box, () => setLinesCut(true));

  const question = lastLines(value.trim());
  const ready = question !== '' && !missing && !disabled && !busy && !onStop;
  const isFull = linesCut && value.split('\n').length === CHAT_INPUT_LINES;
  const notice = value.length >= QUESTION_MAX ? texts.lengthReached : isFull ? texts.linesCut : undefined;

  /** Pressing the round button may disable it, so the focus goes to the box; on a phone that would open the keyboard. */
  const stayHere = () => {
    // Focusing the focused element again would force a synchronous layout.
    if (!mobile && document.activeElement !== box.current) box.current?.focus({ preventScroll: true });
  };
  const send = () => {
    if (missing && question !== '') onMissing?.();
    if (!ready) return;
    setLinesCut(false);
    stayHere();
    onSend(question);
  };
  const halt = () => {
    stayHere();
    onStop?.();
  };
  return { ready, notice, send, halt: onStop && halt };
}

type QuestionBoxProps = Pick<ComposerProps, 'value' | 'onChange' | 'agent' | 'disabled' | 'slot'> & {
  id: string;
  box: Box;
  mobile: boolean;
  send: () => void;
};

function QuestionBox({ id, box, mobile, send, value, onChange, agent, disabled, slot }: QuestionBoxProps) {
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!sendsWith({ ...pick(event), isComposing: event.nativeEvent.isComposing }, mobile)) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {texts.question}
      </label>
      <textarea
        ref={box}
        id={id}
        rows={1}
        value={value}
        maxLength={QUESTION_MAX}
        disabled={disabled}
        placeholder={agent && !mobile ? texts.askAgent(agent) : texts.ask}
        enterKeyHint={mobile ? 'enter' : 'send'}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        className={classes(
          slot ? 'phone:col-start-2 phone:row-start-1' : '',
          'col-span-2 field-sizing-content max-h-[10lh] w-full resize-none overflow-y-auto bg-transparent text-body outline-none disabled:text-ink-3 phone:col-span-1 phone:my-[9px] phone:text-[16px]',
        )}
      />
    </>
  );
}

type SendButtonProps = { ready: boolean } & Pick<ComposerProps, 'busy' | 'onStop' | 'stopping' | 'sendLabel'>;

function SendButton({ ready, busy, onStop, stopping, sendLabel = texts.send }: SendButtonProps) {
  const round = 'rounded-full! phone:-col-end-1 phone:row-start-1 phone:self-end';
  if (onStop) {
    return (
      <IconButton
        variant="primary"
        label={stopping ? texts.stopping : texts.stop}
        busy={stopping}
        // It replaces «Enviar»: the second click of a double click is not meant for it.
        onClick={(event) => event.detail < 2 && onStop()}
        className={round}
      >
        <Square className="fill-current" />
      </IconButton>
    );
  }
  return (
    <IconButton
      type="submit"
      variant="primary"
      label={sendLabel}
      busy={busy}
      disabled={!ready}
      className={round}
    >
      <ArrowUp />
    </IconButton>
  );
}

const pick = ({ key, shiftKey, altKey, keyCode }: KeyboardEvent) => ({ key, shiftKey, altKey, keyCode });

/** Makes a text area as high as its text where the browser lacks `field-sizing: content`; its styles set the limits. */
function useGrowingBox(box: Box, value: string) {
  useLayoutEffect(() => {
    if (box.current && value !== undefined && !CSS.supports?.('field-sizing', 'content'))
      stretch(box.current);
  }, [box, value]);
}

function stretch(area: HTMLTextAreaElement) {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}

type Key = { key: string; shiftKey: boolean; altKey: boolean; isComposing: boolean; keyCode: number };

/**
 * True when the key sends: Enter alone, above the phone width, and never while an accent or a word is being
 * composed. Safari ends a composition before its keydown and marks that one only with the code 229.
 */
export function sendsWith(event: Key, mobile: boolean): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || mobile) return false;
  return !event.isComposing && event.keyCode !== 229;
}
