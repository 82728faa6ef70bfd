/** People from a sheet (a preview that writes nothing, then all of it at once) and into one. */
import { z } from 'zod';
import { del, get, post } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { UploadedFile } from './files.ts';
import { IMPORT_BYTES_MAX, IMPORT_LINES_MAX, IMPORT_PAGE } from './limits.ts';
import { Id, IdNumber, Limit, Skip } from './paging.ts';
import { PeopleFilter } from './users.ts';

/** `absent`: active people who are not in the sheet. */
export const IMPORT_ACTIONS = ['new', 'changed', 'unchanged', 'problem', 'absent'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];
const ImportAction = z.enum(IMPORT_ACTIONS);

export const ImportRow = z
  .object({
    /** The line of the sheet, or the id of the person where `action` is `absent`. */
    id: z.int(),
    action: ImportAction,
    /** Null for people who are not in the sheet. */
    line: z.int().nullable(),
    email: z.string(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    group_name: z.string().nullable(),
    /** Why the line is left out, as a sentence. */
    problem: z.string().nullable(),
    user_id: z.int().nullable(),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.output<typeof ImportRow>;

export const UserImport = z
  .object({
    id: z.int(),
    counts: z.object({
      new: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      problem: z.int(),
      absent: z.int(),
    }),
    /** Groups that the sheet names and that do not exist. */
    missing_groups: z.array(z.string()),
    /** Columns that are not imported, as the sheet writes them. */
    ignored_columns: z.array(z.string()),
  })
  .meta({ id: 'UserImport' });
export type UserImport = z.output<typeof UserImport>;

export const AppliedImport = z
  .object({
    created: z.int(),
    changed: z.int(),
    deactivated: z.int(),
    invited: z.int(),
    groups_created: z.int(),
    /** Lines of groups that do not exist and were not to be created. */
    left_out: z.int(),
  })
  .meta({ id: 'AppliedImport' });
export type AppliedImport = z.output<typeof AppliedImport>;

export const importsApi = {
  people: get('/users/export', {
    access: 'admin',
    summary: 'The matching people as CSV, with the columns that an import reads first, formulas defused',
    query: PeopleFilter,
    download: 'text/csv; charset=utf-8',
  }),
  preview: post('/users/imports', {
    access: 'admin',
    summary: 'Reads a CSV of people and says what it would change; changes nobody',
    file: z.object({ file: UploadedFile }),
    file_max: IMPORT_BYTES_MAX,
    file_too_large: 'import_too_large',
    reply: UserImport,
    status: 201,
  }),
  rows: get('/users/imports/:id', {
    access: 'admin',
    summary: 'The lines of a preview with one outcome, or the people who are not in the sheet',
    params: Id,
    query: z.object({ action: ImportAction.default('new'), skip: Skip, limit: Limit(IMPORT_PAGE) }),
    list: ImportRow,
    missing: 'import_not_found',
  }),
  problems: get('/users/imports/:id/problems', {
    access: 'admin',
    summary: 'The lines that are left out, as CSV with the reasons',
    params: Id,
    download: 'text/csv; charset=utf-8',
    missing: 'import_not_found',
  }),
  apply: post('/users/imports/:id/apply', {
    access: 'admin',
    summary: 'Applies a preview, all of it or nothing',
    params: Id,
    body: z.object({
      /** Groups of the sheet that do not exist; without it their lines are left out. */
      create_groups: z.boolean(),
      /** Invites the new people by e-mail. */
      send_invitations: z.boolean(),
      /** People who are not in the sheet and lose their access; nobody else does. */
      deactivate_ids: z.array(IdNumber).max(IMPORT_LINES_MAX),
    }),
    reply: AppliedImport,
    missing: 'import_not_found',
    idempotent: true,
  }),
  discard: del('/users/imports/:id', {
    access: 'admin',
    summary: 'Forgets a preview',
    params: Id,
    reply: Nothing,
    missing: 'import_not_found',
  }),
};
