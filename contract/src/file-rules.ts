/** How an agent treats the files that people put into their conversations, and how long the installation keeps them. */
import { z } from 'zod';

/** `only_files`: the files of the person are all that it reads. */
export const FILE_MODES = ['no', 'with_sources', 'only_files'] as const;
export type FileMode = (typeof FILE_MODES)[number];

export const FileRules = z.object({
  files: z.enum(FILE_MODES),
  /** Days without a question or an upload after which the files of a conversation are deleted; null: never. */
  files_days: z.int().nullable(),
});
export type FileRules = z.output<typeof FileRules>;
