/** Files that were chosen on the screen of a new conversation, until the conversation takes them. */
const pending = new Map<string, File[]>();

export const keepFiles = (sessionId: string, files: File[]): void => {
  pending.set(sessionId, files);
};

export function takeFiles(sessionId: string): File[] {
  const files = pending.get(sessionId) ?? [];
  pending.delete(sessionId);
  return files;
}
