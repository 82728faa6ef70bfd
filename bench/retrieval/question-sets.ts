/** Documents, questions and where their answers stand, read from a file that is no part of the project. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Passage = z.object({ id: z.string(), text: z.string() });
const Document = z.object({
  id: z.string(),
  set: z.string(),
  title: z.string(),
  passages: z.array(Passage).min(1),
});
const Question = z.object({
  id: z.string(),
  set: z.string(),
  text: z.string(),
  gold: z.array(z.string()).min(1),
  answers: z.array(z.object({ evidence: z.string().optional() })).default([]),
  no_accent: z.string().optional(),
  typo: z.string().optional(),
  paraphrase: z.string().optional(),
  low_overlap: z.string().optional(),
});
const File = z.object({ documents: z.array(Document), questions: z.array(Question) });

export type Document = z.infer<typeof Document>;
export type Question = z.infer<typeof Question>;
export type QuestionSet = { name: string; documents: Document[]; questions: Question[] };

export const VARIANTS = ['text', 'no_accent', 'typo', 'paraphrase', 'low_overlap'] as const;
export type Variant = (typeof VARIANTS)[number];

export async function readQuestionSets(path: string): Promise<QuestionSet[]> {
  const { documents, questions } = File.parse(JSON.parse(await readFile(path, 'utf8')));
  return [...new Set(documents.map(({ set }) => set))].map((name) => ({
    name,
    documents: documents.filter(({ set }) => set === name),
    questions: questions.filter(({ set }) => set === name),
  }));
}

/** A document as one text, with where each of its passages lies in it. */
export function textOf(document: Document) {
  let text = '';
  const spans = document.passages.map((passage) => {
    const start = text ? text.length + 2 : 0;
    text += `${text ? '\n\n' : ''}${passage.text}`;
    return { start, end: text.length, content: passage.text, section: '', page: null };
  });
  return { text, spans };
}

/** At most `most` of them, spread evenly; the same ones each time. */
export function sampleOf<T>(things: T[], most: number): T[] {
  if (things.length <= most) return things;
  return Array.from({ length: most }, (_, index) => things[Math.floor((index * things.length) / most)] as T);
}
