import type { Span } from '../marked-text/excerpt.ts';

/** The document whose text is being read. */
export type OpenedDocument = {
  id: number;
  original_filename: string;
  /** A passage that was found: it is shown first, its words marked. Places in the whole text. */
  place?: Span & { marks: Span[] };
  /** Opens at the first page that was read weakly. */
  isAtWeak?: boolean;
};
