/** The Settings tab of a data source. */
import { counted, formatNumber } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-settings-en.ts';
import { pt } from './texts-settings-pt.ts';

const mixed = {
  form: 'Settings',
  general: 'General',
  edit: 'Edit Settings',
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
  unsaved: 'You have unsaved changes',
  unchanged: 'Nothing changed yet.',
  mend: 'Mend what is marked above before saving.',
  saved: 'Settings saved.',
  savedWithWarning: 'Saved, but not all of it works yet',
  saveFailed: 'Falha ao atualizar fonte de dados',
  leave: 'Leave without saving?',
  leaveLine: 'What you changed in this data source will be lost.',
  stay: 'Keep editing',
  leaveLabel: 'Leave',
  changedElsewhere: 'This data source was changed elsewhere while you were editing it.',
  changedElsewhereLine: 'Nothing of yours has been saved or lost yet.',
  loadTheirs: 'Load the new settings',
  keepMine: 'Keep mine',

  name: 'Name',
  nameMissing: 'Informe o nome da fonte de dados.',
  description: 'Description',
  noDescription: 'No description',
  connection: 'Conexão',
  connectionLine: 'O banco de dados em que a consulta roda.',
  connectionsFailed: 'Falha ao carregar as conexões desta fonte',
  ragType: 'RAG Type',
  ragTypes: 'Types',
  relational: 'relational',
  relationalLine: 'Rows of a read-only SQL query.',
  ragConfiguration: 'RAG Configuration',
  ragLine: 'What happens between a question and the rows that answer it, in three steps.',
  notSetUp: 'Not set up yet',
  notSetUpLine:
    'Agents skip this source until step 2 has a base query and a main content column. Its columns can then be used as parameters in step 1.',
  startHere: 'Write the base query',

  extraction: {
    title: 'Profile Extraction',
    line: 'Reads the question and fills these parameters, only with values that exist in the base query.',
  },
  search: {
    title: 'Document Search',
    line: 'Finds the rows that have the extracted values, those that mention the subject first.',
  },
  filter: {
    title: 'Document Filter',
    line: 'Keeps the rows that help to answer. The agent sees and cites these.',
  },

  unknownModel: 'This model is not in the catalogue. Rules do its work until another one is chosen.',
  noKey: 'No key for its provider is configured on this server. Until there is one, rules do its work.',
  retired: 'retired',
  retiredNote:
    'It was retired by its provider. The model of the installation for these steps does its work until another one is chosen.',

  prompt: 'System Prompt',
  promptHint: 'Left empty, the default prompt is used.',
  usesDefault: 'default',
  expand: (section: string) => `Expand the system prompt of ${section}`,
  copy: (section: string) => `Copy the system prompt of ${section}`,
  copied: 'Copied',
  copyFailed: 'The browser did not let it be copied.',
  close: 'Done',

  query: 'Base SQL Query',
  queryHint:
    'One SELECT over the content database; it can only read. Join what belongs together: each row becomes a source that an agent can cite.',
  queryExample: "SELECT id, title, city, status, summary\nFROM records\nWHERE status <> 'draft'\nORDER BY id",
  copyQuery: 'Copy the base query',
  checking: 'Checking the query...',
  runs: (columns: number) => `Read-only, ${counted(columns, 'column', 'columns')}`,
  doesNotRun: 'This query does not run yet',
  columnsFailed: 'The columns could not be read',
  columns: 'Columns of the base query',
  mainColumn: 'Main Content Column',
  mainColumnHint: 'The text that questions are searched in: usually the longest column.',
  mainColumnNone: 'Choose a column',
  mainColumnFree: 'Its columns are offered here once the query runs.',
  mainColumnGone: (column: string) => `The base query has no column «${column}».`,
  notFilledIn: 'Not filled in',
  maxDocuments: 'Maximum Documents',
  maxDocumentsHint: 'Rows that the search finds, 1 to 50.',
  maxFiltered: 'Maximum Filtered Documents',
  maxFilteredHint: 'Rows that the agent is given, 1 to 50.',
  countWrong: 'Choose a whole number from 1 to 50.',

  terminology: 'Terminology Mapping',
  terminologyLine:
    'Each parameter is a column that questions may filter by: city, status, year. Ranges over numbers and dates are not filtered; the agent sees the numbers of the rows it is given.',
  noParameters: 'No parameters: questions are answered by searching the main content column alone.',
  parameter: {
    column: 'Parameter',
    values: 'Values',
    regex: 'Regex',
    fixed: 'fixed list',
    list: 'Parameters',
    untitled: 'New parameter',
    name: 'Parameter Name',
    nameHint: 'A column of the base query. Without a name it is not saved.',
    notAColumn: 'The base query has no such column: nothing is filtered by it.',
    twice: 'There is already a parameter of this name.',
    typed: 'Values, one per line',
    typedHint: 'Questions may ask for these values of the column. Paste a whole list if you have one.',
    valueLong: 'A value has at most 500 characters.',
    none: 'no values',
    fromColumn: 'read from the column',
    more: (count: number) => `...and ${formatNumber(count)} more`,
    useRegex: 'Read values from the column',
    useRegexLine: 'Its distinct values, kept or left out by regular expressions.',
    include: 'Include Pattern',
    includeHint: 'Values it matches anywhere are kept. \\b does not see accented letters.',
    includeMissing: 'Include Pattern is required. Use .* to keep every value.',
    patternLong: 'A pattern has at most 500 characters.',
    exclude: 'Exclude Pattern',
    excludeHint: 'Of those, the ones it matches are left out. Optional.',
    caseInsensitive: 'Case Insensitive',
    maxValues: 'Max Values',
    maxValuesHint: '-1 keeps all of them.',
    remove: (name: string) => `Remove parameter ${name}`,
    add: 'Add Parameter',
    newName: 'New parameter',
    newHint: 'Type the name of a column and press Enter.',
    newHintColumns: 'Type the name of a column and press Enter, or choose one:',
    addColumn: (column: string) => `Add parameter ${column}`,
    unused: 'Columns that are not parameters yet',
    full: 'A data source has at most 20 parameters.',
  },

  regex: {
    test: 'Test Regex',
    testOne: (parameter: string) => `Test Regex of ${parameter}`,
    testing: 'Testing...',
    noParameter: 'Parameter configuration not found',
    notEnabled: 'Regex configuration not enabled for this parameter',
    failed: (parameter: string, message: string) => `Failed to test regex for ${parameter}: ${message}`,
    failedAlone: 'Falha ao testar configuração regex',
    steps: (figures: {
      rows: string;
      empty: string;
      distinct: string;
      matched: string;
      excluded: string;
      final: string;
    }) =>
      `Rows ${figures.rows} · Empty ${figures.empty} · Distinct ${figures.distinct} · Matched ${figures.matched} · Excluded ${figures.excluded} · Final ${figures.final}`,
    samples: (parameter: string) => `Values of ${parameter}`,
    none: 'No values matched',
    truncated: 'Max Values cut the list.',
    capped: 'The column has more distinct values than are read: the first 10.000 were.',
  },
} as const;

export const texts: Same<typeof mixed, typeof pt, typeof en> =
  __LANGUAGE__ === 'en' ? en : __LANGUAGE__ === 'pt-BR' ? pt : mixed;
