import type { Attempt, Bait } from './attempt.ts';
import { disguises } from './disguises.ts';
import { files } from './files.ts';
import { persuasions } from './persuasions.ts';
import { plants } from './plants.ts';
import { requests } from './requests.ts';
import { turns } from './turns.ts';

/** All that is tried, with the given bait. */
export const attemptsWith = (bait: Bait): Attempt[] => [
  ...requests(bait),
  ...persuasions(bait),
  ...disguises(bait),
  ...plants(bait),
  ...files(bait),
  ...turns(bait),
];
