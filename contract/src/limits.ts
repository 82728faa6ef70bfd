/** The numbers of the specification, named once; rates that one feature alone knows stand beside it. Lengths in characters, times in the unit of the name. */
export const MOBILE_BREAKPOINT_PX = 768;

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const EMAIL_MAX = 254;
export const NAME_MAX = 200;
export const IDEMPOTENCY_KEY_MAX = 200;
export const DESCRIPTION_MAX = 2_000;
export const PHONE_MASKED_MAX = 15;
export const VERIFICATION_CODE_LENGTH = 6;
export const VERIFICATION_CODE_MINUTES = 15;
export const VERIFICATION_CODE_TRIES = 5;
export const RESEND_COOLDOWN_SECONDS = 30;
export const REDIRECT_COUNTDOWN_SECONDS = 3;
export const COPY_CONFIRMATION_MS = 2_000;

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_DAYS = 30;
export const REFRESH_GRACE_SECONDS = 60;
export const TEMPORARY_PASSWORD_MINUTES = 30;
export const CHOOSE_PASSWORD_MINUTES = 15;
export const FRESH_SIGN_IN_MINUTES = 15;
/** Between the right password and the second factor. */
export const SECOND_STEP_SECONDS = 300;
/** Wrong codes, after which a second step is begun anew with the password. */
export const SECOND_STEP_TRIES = 5;
export const TOTP_DIGITS = 6;
export const TOTP_STEP_SECONDS = 30;
/** Between the secret of an app and its first code. */
export const TOTP_ENROLMENT_MINUTES = 15;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** Between a challenge for a device key and its answer. */
export const PASSKEY_CHALLENGE_SECONDS = 300;
/** Days that a role may have until it needs its second factor. */
export const SECOND_FACTOR_GRACE_DAYS_MAX = 90;
export const EMAIL_DOMAINS_MAX = 500;
export const IDENTITY_PROVIDER_NAME_MAX = 60;
export const GROUP_MAPPINGS_MAX = 500;
export const PROVIDER_SESSION_HOURS_MAX = 720;
/** How long the answer of a provider is awaited, from the press of its button on. */
export const SIGN_ON_SECONDS = 600;
/** Wrong passwords for the proof of an account. */
export const LINK_TRIES = 5;
/** Superadmins who enter by password where their domain is closed. */
export const EMERGENCY_ACCOUNTS_MAX = 3;
export const MODEL_PROVIDER_NAME_MAX = 100;
export const CONNECTION_NAME_MAX = 100;
export const CONNECTION_PART_MAX = 200;
export const VIEW_REASON_MIN = 10;
export const VIEW_REASON_MAX = 500;
/** Longer addresses of providers are refused. */
export const MODEL_PROVIDER_ADDRESS_MAX = 500;

export const REQUEST_TIMEOUT_MS = 300_000;
export const REFRESH_TIMEOUT_MS = 30_000;

export const QUESTION_MAX = 20_000;
export const CHAT_INPUT_LINES = 10;
export const CHAT_TITLE_MAX = 60;
/** A title that a person types; those made of the first question are shorter. */
export const CHAT_TITLE_TYPED_MAX = 200;
export const FEEDBACK_REASON_MAX = 2_000;
export const DEFAULT_CHAT_TITLE = 'Novo chat';
export const RUNNING_ANSWERS_PER_USER = 2;
export const QUESTIONS_PER_MINUTE = 20;
export const STREAM_PING_SECONDS = 15;
/** The most that one uploaded file may have, wherever it is uploaded. */
export const UPLOAD_MEGABYTES_MAX = 25;
/** Files of a conversation, and the characters that they may have together. */
export const SESSION_FILES_MAX = 5;
export const SESSION_TEXT_MAX = 2_000_000;
/** Uploads of one person into conversations, refused ones included. */
export const SESSION_UPLOADS = { max: 20, seconds: 600 } as const;
/** Days after which the files of a silent conversation may be deleted. */
export const FILES_DAYS_MAX = 3_650;
/** Bytes that the files of all conversations of one person may have. */
export const PERSON_FILES_BYTES = {
  min: UPLOAD_MEGABYTES_MAX * 1024 * 1024,
  initial: 500 * 1024 * 1024,
  max: 1024 ** 4,
} as const;

export const PAGE_SIZE_MAX = 200;
export const SEARCH_MAX = 200;
/** A hundred addresses and more; longer lines are refused by some proxies. */
export const PEOPLE_SEARCH_MAX = 6_000;
export const CHAT_SESSIONS_PAGE = 20;
export const MESSAGES_PAGE = 50;
export const USERS_PAGE = 100;
export const ADMIN_USERS_PAGE = 20;
export const AGENTS_PAGE = 50;
/** Cards a page on the administrators’ lists of agents and data sources. */
export const ADMIN_CARDS_PAGE = 12;
export const TEST_SESSIONS_PAGE = 100;
export const DATA_SOURCES_PAGE = 100;
export const RESULT_ROWS_PAGE = 50;
export const RESULT_CSV_ROWS = 500;
export const DATA_VIEWER_PAGE = 10;
export const DATA_VIEWER_PAGE_MAX = 100;
export const KB_SEARCH_PAGE = 10;
export const KB_SEARCH_MAX = 1_000;
/** Documents named in one call that reads them again. */
export const REREAD_MAX = 500;
/** Entries of a base's own synonyms, other words of one entry, and characters of a word or phrase. */
export const SYNONYMS_MAX = 500;
export const SYNONYM_OTHERS_MAX = 5;
export const SYNONYM_LENGTH_MAX = 80;
export const UPLOAD_BYTES_MAX = UPLOAD_MEGABYTES_MAX * 1024 * 1024;
/** How long an upload waits for its document to be read before it answers. */
export const UPLOAD_PATIENCE_SECONDS = 10;

/** Rows and columns of a sheet that is loaded as a table. */
export const SHEET_ROWS_MAX = 200_000;
export const SHEET_COLUMNS_MAX = 100;
/** Versions of a loaded sheet that are kept. */
export const SHEET_VERSIONS_MAX = 3;

/** Limits of data sources. */
export const BASE_SQL_MAX = 20_000;
export const PARAMETERS_MAX = 20;
export const PATTERN_MAX = 500;
export const TERM_MAX = 500;
export const TERMS_MAX = 10_000;
export const REGEX_SAMPLE = 10;
export const AGENT_PICKER_PAGE = 10;
export const GROUPS_PAGE = 50;
export const GROUP_AGENTS_MAX = 1_000;
export const GROUP_USERS_MAX = 10_000;
export const STATS_QUESTIONS_PAGE = 20;
export const EXCHANGE_RATES_SHOWN = 12;
/** A list to be read, not to be counted to its end: this total means «this many or more». */
export const STATS_QUESTIONS_COUNTED = 1_000;
export const AUDIT_PAGE = 50;

export const FEEDBACK_MAX = 5_000;
export const FEEDBACK_PAGE = 20;
export const FEEDBACK_PER_MINUTE = 3;
export const SCREENSHOT_BYTES_MAX = 5 * 1024 * 1024;

export const DELETION_DAYS = 7;

export const DISMISSAL_KEY_MAX = 100;
export const DISMISSAL_VERSION_MAX = 1_000_000;
/** Dismissals that are kept for one person; the oldest are dropped. */
export const DISMISSALS_MAX = 500;

/** Access keys of one person, not counting revoked ones. */
export const ACCESS_KEYS_MAX = 20;
export const ACCESS_KEY_NAME_MAX = 100;
export const ACCESS_KEY_AGENTS_MAX = 100;
export const ACCESS_KEY_CAP_MAX = 1_000_000_000;
export const ACCESS_KEY_CALLS_PER_MINUTE = 120;
export const ACCESS_KEY_PREFIX = 'prosa_';
/** Before an agent's number in the id of its model. */
export const AGENT_MODEL_PREFIX = 'agente-';

export const AGENT_SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_DEBOUNCE_MS = 500;
export const INFINITE_SCROLL_MARGIN_PX = 100;
export const INFINITE_SCROLL_THRESHOLD = 0.1;
export const CELL_TRUNCATION = 100;

export const TAG_NAME_MAX = 50;
/** Example questions of an agent, and how many a call proposes. */
export const OPENERS_MAX = 6;
export const OPENER_MAX = 200;
export const PROPOSED_OPENERS_MAX = 12;
export const PROPOSALS_PER_MINUTE = 6;
/** Characters of the note on what may be asked. */
export const SCOPE_NOTE_MAX = 300;
/** Questions that are offered after an answer. */
export const SUGGESTIONS_MAX = 3;
/** Verified answers of an agent; longer questions are never matched. */
export const VERIFIED_ANSWERS_MAX = 500;
export const VERIFIED_QUESTION_MAX = 400;
export const VERIFIED_WORDINGS_MAX = 20;
export const PROPOSED_WORDINGS_MAX = 10;
/** Passages that are shown to cite from. */
export const QUOTABLE_PASSAGES = 8;
export const VERIFIED_ANSWER_MAX = 8_000;
export const VERIFIED_SOURCES_MAX = 10;
export const VERIFIED_OWNER_MAX = 100;
/** The day of review when none is chosen, and the latest one. */
export const VERIFIED_REVIEW_DAYS = 180;
export const VERIFIED_REVIEW_DAYS_MAX = 730;
/** Receipts that one person may make on a day. */
export const RECEIPTS_PER_DAY = 100;
export const RECEIPTS_PAGE = 20;
/** Records of a conversation that one file holds. */
export const EXPORT_RECORDS_MAX = 500;
/** A temporary conversation is erased so long after its last message. */
export const TEMPORARY_HOURS = 24;
/** Records that a conversation takes over from another one. */
export const BRANCH_RECORDS_MAX = 500;
export const ORGANISATION_NAME_MAX = 100;
/** Groups of open questions on a page, questions shown of one, and those that are split from it at once. */
export const QUESTION_GROUPS_PAGE = 20;
export const GROUP_QUESTIONS_SHOWN = 200;
export const SPLIT_MAX = 50;
/** Older questions leave their group. */
export const OPEN_QUESTION_DAYS = 400;
/** A note that is written to answer questions. */
export const NOTE_MAX = 4_000;
/** Agents and conversations on the page of a new chat. */
export const START_AGENTS = 6;
export const START_RECENTS = 3;
export const PROMPT_SECTION_MAX = 20_000;
/** The columns of one comparison. */
export const COMPARED_MODELS_MAX = 4;
/** The reserves of an agent. */
export const FALLBACK_MODELS_MAX = 3;
/** The expectations that one check may join. */
export const EXPECTATIONS_MIN = 2;
export const EXPECTATIONS_MAX = 5;
/** Characters of a rubric, by which a model judges an answer. */
export const RUBRIC_MAX = 2_000;
/** Bytes of a file of checks. */
export const CHECKS_FILE_MAX = 1024 * 1024;
export const AGENT_CHECKS_MAX = 200;
/** Administrators who get the e-mails of a rule of alerts. */
export const ALERT_PEOPLE_MAX = 10;
export const ALERT_EVENTS_PAGE = 50;
export const WEBHOOK_NAME_MAX = 100;
/** Links that a person may have open at once. */
export const SESSION_LINKS_MAX = 20;
export const BANNER_TEXT_MAX = 500;
export const BANNER_LINK_MAX = 500;
/** Banners that are kept, those that are over included. */
export const BANNERS_MAX = 100;
export const WEBHOOK_ADDRESS_MAX = 500;
export const WEBHOOK_DELIVERIES_SHOWN = 20;
/** A publication waits so long for documents that are being read. */
export const PUBLISH_PATIENCE_SECONDS = 60;
export const OVERRIDE_REASON_MIN = 10;
export const OVERRIDE_REASON_MAX = 500;
/** Runs of an agent's checks that are kept, and those that a list shows. */
export const CHECK_RUNS_KEPT = 100;
export const CHECK_RUNS_SHOWN = 10;
/** Months without a question after which conversations may be erased. */
export const KEEP_MONTHS = { min: 3, max: 120 };
/** The hour of nightly runs in the time zone of the installation, and the tokens of one night, until somebody chooses. */
export const NIGHTLY_HOUR = 3;
export const NIGHTLY_TOKENS = 200_000;
export const NIGHTLY_TOKENS_MAX = 1_000_000_000;
export const CHECK_VALUE_MAX = 1_000;

export const TOKENS_PER_MONTH = { free: 100_000, plus: 5_000_000 } as const;

/** A failed payment leaves the plan open this long. */
export const PAYMENT_GRACE_DAYS = 7;
/** Percent of the allowance at which its owner is notified. */
export const USAGE_NOTICE_LEVELS = [80, 95, 100] as const;
/** People who get the e-mails about a group's budget. */
export const BUDGET_NOTIFIED_MAX = 5;
export const OWN_CAP = { min: 1_000, max: 1_000_000_000 } as const;

/** The group ids that plans are tied to. */
export const PLAN_GROUPS = { free: 1, plus: 2, pro: 3 } as const;

/** Cents of BRL. */
export const AMOUNT_MAX = 100_000_000;
export const PLAN_TOKENS_MAX = 1_000_000_000_000;
export const PLAN_FEATURES_MAX = 8;
export const PLAN_FEATURE_MAX = 120;
export const PACK_VALIDITY_DAYS = 365;
export const PACK_VALIDITY_DAYS_MAX = 3_650;
export const PURCHASES_PAGE = 20;
/** Purchases of one person that may wait for their payment. */
export const WAITING_PURCHASES_MAX = 3;

/** The provisions that one relation between two norms names. */
export const PROVISIONS_MAX = 50;

/** Addresses of one call. */
export const INVITATIONS_MAX = 500;
export const INVITATIONS_PAGE = 50;
export const INVITATION_DAYS = 7;
export const INVITATION_RESEND_SECONDS = 60;
/** Letters of invitations that leave within a minute, over all processes. */
export const INVITATION_LETTERS_PER_MINUTE = 60;
/** Days for which an invitation that is over is kept. */
export const INVITATIONS_KEPT_DAYS = 90;

/** The largest sheet of people. */
export const IMPORT_LINES_MAX = 10_000;
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024;
export const IMPORT_PAGE = 50;
export const IMPORT_KEPT_HOURS = 24;

export const APPROVALS_PAGE = 50;
/** Days after which the account of a refused registration is erased. */
export const REFUSED_KEPT_DAYS = 30;

export const TERMS_TITLE_MAX = 100;
export const TERMS_BODY_MAX = 100_000;

/** People whose access one call ends. */
export const STATUS_CHANGES_MAX = 1_000;
export const INACTIVE_DAYS_MAX = 3_650;

export const COUNTER_NAME_MAX = 100;
export const COUNTER_SLUG_MAX = 40;
export const COUNTER_TEXT_MAX = 500;
export const COUNTER_CONTACT_MAX = 300;
export const COUNTER_LOGO_BYTES_MAX = 200 * 1024;
export const COUNTER_ORIGINS_MAX = 20;
export const COUNTER_KEEP_HOURS_MAX = 720;
export const COUNTER_DEADLINE_DAYS_MAX = 365;
export const COUNTER_REQUEST_YEARS_MAX = 10;
export const COUNTER_TOKENS_MAX = 2_000_000_000;
export const COUNTER_NOTIFIED_MAX = 10;
export const COUNTERS_MAX = 200;
/** The longest answer of a counter that asks a model, in tokens. */
export const COUNTER_ANSWER_TOKENS = 1_024;
export const COUNTER_QUESTION_MAX = 1_000;
/** A longer text of a visitor stands in no list of open questions. */
export const COUNTER_OPEN_QUESTION_MAX = 400;
export const COUNTER_STATISTICS_DAYS_MAX = 90;
/** Questions of one visitor. */
export const COUNTER_QUESTIONS_PER_MINUTE = 10;
export const COUNTER_QUESTIONS_PER_HOUR = 60;
/** Questions of one address in ten minutes: of visitors who have solved no puzzle, and of those who have. */
export const COUNTER_ADDRESS_QUESTIONS = 30;
export const COUNTER_ADDRESS_QUESTIONS_PROVED = 300;
/** Answers of one counter at a time, questions that wait for their turn, and how long. */
export const COUNTER_ANSWERS_AT_ONCE = 4;
export const COUNTER_WAITING_MAX = 12;
export const COUNTER_WAITING_SECONDS = 20;
/** New visitors of a counter in a minute, above which a puzzle comes first. */
export const COUNTER_SESSIONS_PER_MINUTE = 30;
export const COUNTER_PUZZLE_BITS = 18;
export const COUNTER_PUZZLE_MINUTES = 2;
/** Requests, and attempts to open or erase one, of one address in an hour. */
export const REQUESTS_PER_HOUR = 5;
export const REQUEST_NAME_MAX = 100;
export const REQUEST_TEXT_MAX = 4_000;
export const REQUEST_ANSWER_MAX = 8_000;
export const REQUEST_NOTE_MAX = 500;
export const REQUESTS_PAGE = 25;
