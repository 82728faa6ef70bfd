/** The numbers of the specification on syncs and the documents that they withdraw. */
export const SYNC_NAME_MAX = 100;
export const SYNCS_MAX = 20;
export const SYNC_PATTERN_MAX = 200;
export const SYNC_PATTERNS_MAX = 50;
export const SYNC_ADDRESS_MAX = 1_000;
export const SYNC_PAGES_MAX = 5_000;
export const SYNC_DEPTH_MAX = 5;
export const SYNC_ITEMS_PAGE = 50;
export const SYNC_RUNS_PAGE = 20;
/** Letters of an address, a path or a key. */
export const EXTERNAL_ID_MAX = 1_024;
/** Days for which a withdrawn document may be restored. */
export const WITHDRAWN_DAYS = 30;
/** Minutes for which a preview allows its settings to be saved. */
export const PREVIEW_MINUTES = 60;
/** Items of each state that a preview keeps. */
export const PREVIEW_ITEMS_MAX = 1_000;
/** Runs in a row that fail before a sync is paused. */
export const SYNC_FAILED_RUNS_MAX = 5;
