/**
 * The edited form of a last question while it is typed and until the server has it. It stands outside of the editor, which
 * goes away where somebody asks on in another tab or browser: then the text goes to the question box.
 */
type Edited = { id: number; text: string; sent: boolean };

const bySession = new Map<string, Edited>();

export function keepEdited(sessionId: string, edited: Edited): void {
  bySession.set(sessionId, edited);
}

/** The words that are being typed in place of this question. */
export function editedText(sessionId: string | undefined, id: number | undefined): string | undefined {
  const edited = sessionId === undefined ? undefined : bySession.get(sessionId);
  return edited && edited.id === id && !edited.sent ? edited.text : undefined;
}

export function forgetEdited(sessionId: string): void {
  bySession.delete(sessionId);
}

/**
 * The text of an editor whose question is no longer the last one; it is given once. `refused`: the question whose edited
 * form the server did not take, so that it is as it was before it was sent.
 */
export function takeStranded(
  sessionId: string,
  lastId: number | undefined,
  refused: number | undefined,
): string | undefined {
  const edited = bySession.get(sessionId);
  if (!edited || lastId === undefined || (edited.sent && edited.id !== refused)) return undefined;
  bySession.set(sessionId, { ...edited, sent: false });
  if (edited.id === lastId) return undefined;
  bySession.delete(sessionId);
  return edited.text;
}
