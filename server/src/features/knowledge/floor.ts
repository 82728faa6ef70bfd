import type { Passage } from './search.ts';

export const relevant = (passages: Passage[], _question: string): Passage[] => passages;
