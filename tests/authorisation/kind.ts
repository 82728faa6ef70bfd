/** A kind of object that paths name: the caller's own or anybody's, somebody else's, one that does not exist, and none at all. */
export type Names = Record<string, string | number>;

export type Kind = {
  /** One that the person may name: their own, or everybody's who may enter. Made anew each time. */
  own(person_id: number): Promise<Names>;
  /** One that exists and is not there for the person: somebody else's, or the part of another whole. */
  foreign?(): Promise<Names>;
  missing: Names;
  malformed: Names;
  /** Objects that may be missing even for their owner: a file that was never sent, a trace that was not kept. */
  may_lack?: true;
};

/** No row has this id. */
export const NONE = 1_999_999_999;
export const NO_SESSION = '00000000-0000-4000-8000-000000000000';
