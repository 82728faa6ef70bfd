/** A word to search for, as the index knows it. */
export type Term = {
  lexeme: string;
  /** Passages of the bases that have it. */
  document_frequency: number;
  /** 1 for a word of the question; for the stand-in of a word that no passage has, how alike the two are. */
  weight: number;
};

export const rarestFirst = (one: Term, other: Term): number =>
  one.document_frequency - other.document_frequency || (one.lexeme < other.lexeme ? -1 : 1);
