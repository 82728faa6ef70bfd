/** Why a query of the content database came to nothing. `message` is for the administrator: one line, no secrets. */
export type ContentProblemKind =
  /** No content database is configured. */
  | 'missing'
  /** The role that was configured may do more than read: it is not used. */
  | 'refused'
  /** The database is out of reach. */
  | 'away'
  /** The database refused the statement. */
  | 'query'
  /** It took too long and was ended. */
  | 'timeout'
  /** It gave more than is read. */
  | 'size'
  /** Whoever asked has left. */
  | 'aborted';

export class ContentProblem extends Error {
  readonly kind: ContentProblemKind;

  constructor(kind: ContentProblemKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
