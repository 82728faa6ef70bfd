/** People tell what happened to them before they ask: «Mudei para Lisboa. Perco o desconto?» */

const BORDER = /(?<=[.!?…]["”»)]?)\s+|\n+/;

/** The sentences that ask; all of them where none ends with a question mark. */
export function askingPart(question: string): string {
  const sentences = question.split(BORDER);
  const asking = sentences.filter((sentence) => sentence.includes('?'));
  return asking.length && asking.length < sentences.length ? asking.join(' ').trim() : question;
}
