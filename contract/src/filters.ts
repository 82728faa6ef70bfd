/** The filters that were understood from a question to a data source. */
import { z } from 'zod';

/** A filter that a data source understood from the question; `values` are joined by OR. */
export const UnderstoodFilter = z
  .object({
    data_source_id: z.int(),
    data_source_name: z.string(),
    /** The column that is filtered. */
    parameter: z.string(),
    values: z.array(z.string()),
  })
  .meta({ id: 'UnderstoodFilter' });
export type UnderstoodFilter = z.infer<typeof UnderstoodFilter>;

/** A filter that the reader took away: the question is asked again without it. */
export const RefusedFilter = z
  .object({
    data_source_id: z.int().positive().max(2_147_483_647),
    parameter: z.string().min(1).max(200),
    value: z.string().max(500),
  })
  .meta({ id: 'RefusedFilter' });
export type RefusedFilter = z.infer<typeof RefusedFilter>;
