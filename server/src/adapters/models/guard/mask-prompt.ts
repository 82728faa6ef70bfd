/** Replaces personal data by marks in everything that a call sends: the whole prompt and the form of its answer. */
import type { Marks } from '../../../personal-data/marks.ts';
import type { AnswerForm, Prompt, PromptPassage } from '../model.ts';

/** The order decides the numbers: what stays the same between questions comes first. */
export function maskPrompt(prompt: Prompt, marks: Marks, is_sent: boolean): Prompt {
  const mask = (text: string) => marks.mask(text);
  const plain = is_sent ? (text: string) => text : mask;
  const history = prompt.history.map(({ question, answer, is_masked }) => {
    const written = is_masked ? mask : plain;
    return { question: written(question), answer: written(answer) };
  });
  const guidance = prompt.guidance === undefined ? {} : { guidance: plain(prompt.guidance) };
  const question = plain(prompt.question);
  const notes = prompt.notes ? { notes: prompt.notes.map(plain) } : {};
  const passages = prompt.passages && maskPassages(prompt.passages, plain);
  const instructions = is_sent ? prompt.instructions : marks.mask(prompt.instructions, false);
  const data = prompt.data ? { data: is_sent ? prompt.data : marks.mask(prompt.data, false) } : {};
  const day = prompt.on_date ? { on_date: prompt.on_date } : {};
  return { instructions, ...data, passages, ...notes, history, ...day, ...guidance, question };
}

/** Documents first, rows after them, each in its place. */
function maskPassages(passages: PromptPassage[], mask: (text: string) => string): PromptPassage[] {
  const masked = (passage: PromptPassage): PromptPassage => ({
    ...passage,
    title: mask(passage.title),
    section: mask(passage.section),
    text: mask(passage.text),
    ...(passage.row ? { row: withoutData(passage.row, mask) } : {}),
  });
  const documents = passages.map((passage) => (passage.row ? passage : masked(passage)));
  return documents.map((passage) => (passage.row ? masked(passage) : passage));
}

/** A schema lists allowed values, which may be cells of a table. */
export const maskForm = (form: AnswerForm, marks: Marks): AnswerForm => ({
  ...form,
  schema: withoutData(form.schema, (text) => marks.mask(text)),
});

function withoutData<T>(value: T, mask: (text: string) => string): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((one) => withoutData(one, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutData(one, mask)])) as T;
}
