import { type RefObject, useEffect, useEffectEvent } from 'react';
import { CHAT_INPUT_LINES } from '#contract/limits.ts';

/**
 * Keeps a text area at its last ten lines. An edit that would exceed them is prevented and the shortened text is
 * inserted by the browser's own editing, in one step, so that Ctrl+Z takes it back.
 */
export function useLineLimit(box: RefObject<HTMLTextAreaElement | null>, onCut: () => void) {
  const notify = useEffectEvent(onCut);

  useEffect(() => {
    const area = box.current;
    if (!area) return;
    // Deferred: rendering before React has the new value would restore the old one.
    const notifyLater = () => setTimeout(notify);

    const before = (event: InputEvent) => {
      const inserted = insertedBy(event);
      if (inserted === undefined || event.isComposing) return;
      const { value, selectionStart: start, selectionEnd: end } = area;
      const cut = limited({ value, start, end, inserted });
      if (!cut || !event.cancelable) return;
      event.preventDefault();
      replace(area, cut.text, cut.caret);
      notifyLater();
    };

    /** Catches edits that cannot be prevented (input methods, extensions). Undo and redo are left alone. */
    const after = (event: Event) => {
      if (event instanceof InputEvent && (event.isComposing || event.inputType.startsWith('history'))) return;
      const text = lastLines(area.value);
      if (text === area.value) return;
      const caret = Math.max(0, area.selectionEnd - (area.value.length - text.length));
      replace(area, text, caret);
      notifyLater();
    };

    area.addEventListener('beforeinput', before);
    area.addEventListener('input', after);
    return () => {
      area.removeEventListener('beforeinput', before);
      area.removeEventListener('input', after);
    };
  }, [box]);
}

function insertedBy(event: InputEvent): string | undefined {
  if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') return '\n';
  if (!event.inputType.startsWith('insert')) return undefined;
  return event.data ?? event.dataTransfer?.getData('text/plain') ?? undefined;
}

function replace(area: HTMLTextAreaElement, text: string, caret: number) {
  area.select();
  // The only way to edit through the undo stack; where it is missing the value is set directly.
  if (!document.execCommand?.('insertText', false, text)) {
    // React overrides the element's own setter and would not notice the change.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  }
  area.setSelectionRange(caret, caret);
}

/** The last ten lines of a text. */
export function lastLines(text: string): string {
  const lines = text.split('\n');
  return lines.length > CHAT_INPUT_LINES ? lines.slice(-CHAT_INPUT_LINES).join('\n') : text;
}

export type Edit = { value: string; start: number; end: number; inserted: string };

/** Applies an edit and cuts to the last ten lines; undefined when nothing has to be cut. */
export function limited({ value, start, end, inserted }: Edit): { text: string; caret: number } | undefined {
  const next = value.slice(0, start) + inserted.replace(/\r\n?/g, '\n') + value.slice(end);
  const text = lastLines(next);
  if (text === next) return undefined;
  const caret = next.length - (value.length - end);
  return { text, caret: Math.max(0, caret - (next.length - text.length)) };
}
