/** Citations of an answer, and the place that each was read in. */
import { z } from 'zod';
import { RecordColumn } from './records.ts';
import { Validity } from './validity-state.ts';

/**
 * `result`: the figures of a data source; `snippet` tells what was understood, see `results`. `file`: a file that the
 * reader put into the conversation. `link`: a page that a verified answer names. `verified`: what people wrote to a
 * similar question; `title` is that question, `section` the area with the day.
 */
export const SOURCE_KINDS = ['document', 'row', 'result', 'file', 'link', 'verified'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A citation: `snippet` is a literal span of the stored text. */
export const Source = z
  .object({
    /** The number of the marker `[n]` in the answer. */
    index: z.int(),
    kind: z.enum(SOURCE_KINDS),
    title: z.string(),
    snippet: z.string(),
    knowledge_base_id: z.int().optional(),
    document_id: z.int().optional(),
    file_id: z.string().optional(),
    /** The address of a link, or of the web page that the document was read from. */
    url: z.string().optional(),
    page: z.int().optional(),
    /** The page was recognised with little certainty; absent otherwise. */
    weak: z.literal(true).optional(),
    /** Heading path, "Contas › Senha temporária". */
    section: z.string().optional(),
    /** The span in the document's extracted text, in UTF-16 code units. */
    start: z.int().optional(),
    end: z.int().optional(),
    /** Where the base is dated: whether the cited text holds on the day of the answer, since and until when. */
    validity: z.enum(['in_force', 'repealed', 'expired', 'suspended', 'future', 'unknown']).optional(),
    valid_from: z.string().optional(),
    valid_until: z.string().optional(),
    repealed_by: z.string().optional(),
    /** The same in words, as «em vigor desde 01/01/2024». */
    validity_label: z.string().optional(),
    data_source_id: z.int().optional(),
    row: z.record(z.string(), z.unknown()).optional(),
    /** The columns of `row`, in the order of the query; absent from rows that were cited before this field existed. */
    columns: z.array(RecordColumn).optional(),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof Source>;

/** A scanned page; `boxes` are shares of it, and none where the cited words were not found on it. */
const CitedPage = z.object({
  number: z.int(),
  /** 0 to 100. */
  confidence: z.number(),
  /** It was recognised with little certainty: compare it with the picture. */
  weak: z.boolean(),
  /** Its picture is kept. */
  image: z.boolean(),
  boxes: z.array(z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })),
});
export type CitedPage = z.output<typeof CitedPage>;

/**
 * The place that a citation was read in. `shown`: `text` is a stretch of the document and [start, end) the cited span
 * in it. `changed`: the document no longer holds the span. `removed`: there is no such document any more. `withheld`:
 * the agent was withdrawn from the reader, who keeps the cited words and nothing more.
 */
export const SourceView = z
  .object({
    source: Source,
    state: z.enum(['shown', 'changed', 'removed', 'withheld']),
    text: z.string().nullable(),
    start: z.int().nullable(),
    end: z.int().nullable(),
    /** Whether the document goes on before and after the stretch. */
    more_before: z.boolean(),
    more_after: z.boolean(),
    /** Null where its text was not recognised from a picture. */
    page: CitedPage.nullable(),
    /** Today; null where the text is of no dated base. */
    validity: Validity.nullable(),
    /** On the days of the answer, or today where it was for today, the text holds otherwise than the answer said. */
    validity_changed: z.boolean(),
  })
  .meta({ id: 'SourceView' });
export type SourceView = z.output<typeof SourceView>;
